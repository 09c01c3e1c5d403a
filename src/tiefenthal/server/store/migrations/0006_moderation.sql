-- What the owner of the server did to keep the peace: orders to the processes that serve, and the log of them.
CREATE TABLE moderation (
    id      TEXT NOT NULL PRIMARY KEY CHECK (typeof(id) = 'text'),
    at      REAL NOT NULL CHECK (typeof(at) = 'real'),
    what    TEXT NOT NULL CHECK (typeof(what) = 'text'),
    target  TEXT NOT NULL CHECK (typeof(target) = 'text'),            -- a table, a session, an address or another order
    value   TEXT NOT NULL CHECK (typeof(value) = 'text'),
    until   REAL CHECK (until IS NULL OR typeof(until) = 'real'),     -- of what holds for a while
    why     TEXT NOT NULL CHECK (typeof(why) = 'text'),
    outcome TEXT CHECK (outcome IS NULL OR typeof(outcome) = 'text')  -- NULL: not yet carried out
) WITHOUT ROWID;
