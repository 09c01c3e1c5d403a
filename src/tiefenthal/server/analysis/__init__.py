"""Reviews and hints: what a process of their own is asked, and what it answers."""
