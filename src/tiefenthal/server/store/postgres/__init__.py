"""The store in a PostgreSQL database, for any number of servers on any number of machines (docs/postgresql.md)."""
