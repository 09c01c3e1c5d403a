"""The HTTP frame of the server: endpoints and their description, safety, sessions, limits, logs, and what can be
looked up. Nothing here knows tables or games being played."""
