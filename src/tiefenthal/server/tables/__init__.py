"""Tables: their logs, their commands, what everyone receives, and the tables in memory."""
