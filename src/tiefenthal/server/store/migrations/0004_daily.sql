-- The daily evening (docs/daily.md): what the seeds of the days are made from, the days this server has held, and who
-- played them.
CREATE TABLE daily_secret (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    secret BLOB    NOT NULL CHECK (typeof(secret) = 'blob' AND length(secret) = 32)
);

CREATE TABLE days (
    day     TEXT NOT NULL PRIMARY KEY CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    setup   BLOB NOT NULL CHECK (typeof(setup) = 'blob'),        -- what everyone plays, JSON the store does not read
    opened  REAL NOT NULL CHECK (typeof(opened) = 'real'),
    running REAL NOT NULL CHECK (typeof(running) = 'real'),      -- then, by the clock that nobody can set
    boot    TEXT NOT NULL CHECK (typeof(boot) = 'text'),         -- which start of the machine that clock counts from
    closed  REAL CHECK (closed IS NULL OR typeof(closed) = 'real'),  -- when the seed was told
    master  BLOB CHECK (master IS NULL OR typeof(master) = 'blob')   -- what the Master made of it, JSON likewise
) WITHOUT ROWID;

-- One attempt a session and day. Of somebody who was forgotten the score alone stays: session and table are NULL.
CREATE TABLE attempts (
    id       INTEGER NOT NULL PRIMARY KEY,
    day      TEXT    NOT NULL REFERENCES days (day),
    session  INTEGER CHECK (session IS NULL OR typeof(session) = 'integer'),
    table_id TEXT    UNIQUE CHECK (table_id IS NULL OR typeof(table_id) = 'text'),
    begun    REAL    NOT NULL CHECK (typeof(begun) = 'real'),
    finished REAL    CHECK (finished IS NULL OR typeof(finished) = 'real'),
    score    INTEGER CHECK (score IS NULL OR typeof(score) = 'integer'),
    ranked   INTEGER CHECK (ranked IS NULL OR ranked IN (0, 1)),
    UNIQUE (day, session)
);

CREATE INDEX attempts_by_session ON attempts (session);
CREATE INDEX attempts_scores ON attempts (day, score) WHERE ranked = 1;
CREATE INDEX attempts_open ON attempts (day) WHERE finished IS NULL;
