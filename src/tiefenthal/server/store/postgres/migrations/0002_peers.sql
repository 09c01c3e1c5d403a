-- The processes that share the store (server/store/peers.py). Nothing of it is worth keeping, so none of it is written to
-- the write-ahead log: after a crash of the database these tables are empty, and the processes begin anew.

CREATE UNLOGGED TABLE alive (
    holder text COLLATE "C" NOT NULL PRIMARY KEY,
    until  timestamptz      NOT NULL
) WITH (fillfactor = 50);

-- Who does what, of which there must be one.
CREATE UNLOGGED TABLE held (
    what   text COLLATE "C" NOT NULL PRIMARY KEY,
    holder text COLLATE "C" NOT NULL REFERENCES alive (holder) ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE INDEX held_by_holder ON held (holder);

-- What processes say of tables.
CREATE UNLOGGED TABLE said (
    table_id text COLLATE "C" NOT NULL,
    holder   text COLLATE "C" NOT NULL REFERENCES alive (holder) ON DELETE CASCADE,
    at       timestamptz      NOT NULL,
    body     bytea            NOT NULL,
    PRIMARY KEY (table_id, holder)
) WITH (fillfactor = 70);

CREATE INDEX said_by_holder ON said (holder);
