"""Real parts to test and measure with: servers, PostgreSQL, a browser and somebody in it. Nothing here knows a test."""
