"""Tables: their logs, what may be done at them, what everyone is told, and those that are alive."""
