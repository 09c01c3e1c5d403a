"""Where tables, sessions and records are kept: an interface (`base`) and SQLite behind it (`sqlite`)."""
