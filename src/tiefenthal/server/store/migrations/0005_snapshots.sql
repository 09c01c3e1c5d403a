-- Snapshots: how a table stood after so many entries of its log, so that waking it takes only what came since. A cache:
-- whatever of it is missing is made again from the log, which is all that counts.

-- How often the log was given other bodies, for somebody who is to be forgotten: a snapshot has the old ones, and goes.
ALTER TABLE tables ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0 CHECK (typeof(rewrites) = 'integer');

CREATE TABLE snapshots (
    table_id TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    length   INTEGER NOT NULL CHECK (typeof(length) = 'integer' AND length > 0),  -- entries of the log that it holds
    program  TEXT    NOT NULL CHECK (typeof(program) = 'text'),                   -- the version that can read it
    body     BLOB    NOT NULL CHECK (typeof(body) = 'blob')
);

CREATE TRIGGER snapshots_of_old_bodies AFTER UPDATE OF rewrites ON tables BEGIN
    DELETE FROM snapshots WHERE table_id = NEW.id;
END;
