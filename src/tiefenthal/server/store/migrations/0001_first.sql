-- The first version. Times are seconds since 1970; bodies, summaries and infos are JSON the store does not read.

-- The index: one row per table, replaced with every append.
CREATE TABLE tables (
    id       TEXT    NOT NULL PRIMARY KEY CHECK (typeof(id) = 'text'),
    length   INTEGER NOT NULL CHECK (typeof(length) = 'integer' AND length >= 0),  -- entries in its log
    state    TEXT    NOT NULL CHECK (state IN ('waiting', 'playing', 'over')),
    listed   INTEGER NOT NULL CHECK (listed IN (0, 1)),
    created  REAL    NOT NULL CHECK (typeof(created) = 'real'),
    touched  REAL    NOT NULL CHECK (typeof(touched) = 'real'),
    sessions TEXT    NOT NULL CHECK (typeof(sessions) = 'text'),                   -- a JSON list, as it was given
    summary  BLOB    NOT NULL CHECK (typeof(summary) = 'blob')
);

CREATE INDEX tables_listed ON tables (touched) WHERE listed = 1;

-- The logs, each table's entries side by side.
CREATE TABLE log (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL CHECK (typeof(number) = 'integer' AND number >= 0),
    at       REAL    NOT NULL CHECK (typeof(at) = 'real'),
    body     BLOB    NOT NULL CHECK (typeof(body) = 'blob'),
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

-- Who sits where: `tables.sessions` the other way round.
CREATE TABLE seats (
    session  INTEGER NOT NULL CHECK (typeof(session) = 'integer'),
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (session, table_id)
) WITHOUT ROWID;

CREATE INDEX seats_by_table ON seats (table_id);

-- AUTOINCREMENT: a number is never given out twice, or somebody would inherit a stranger's seats.
CREATE TABLE sessions (
    id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (typeof(token_hash) = 'blob'),
    name       TEXT    NOT NULL CHECK (typeof(name) = 'text'),
    created    REAL    NOT NULL CHECK (typeof(created) = 'real'),
    seen       REAL    NOT NULL CHECK (typeof(seen) = 'real')
);

-- Finished games. They refer to nothing, so that nothing that goes takes them along.
CREATE TABLE records (
    table_id TEXT NOT NULL PRIMARY KEY CHECK (typeof(table_id) = 'text'),
    finished REAL NOT NULL CHECK (typeof(finished) = 'real'),
    sessions TEXT NOT NULL CHECK (typeof(sessions) = 'text'),
    info     BLOB NOT NULL CHECK (typeof(info) = 'blob'),
    text     TEXT NOT NULL CHECK (typeof(text) = 'text')
);

CREATE TABLE record_seats (
    session  INTEGER NOT NULL CHECK (typeof(session) = 'integer'),
    table_id TEXT    NOT NULL REFERENCES records (table_id) ON DELETE CASCADE,
    PRIMARY KEY (session, table_id)
) WITHOUT ROWID;

CREATE INDEX record_seats_by_table ON record_seats (table_id);
