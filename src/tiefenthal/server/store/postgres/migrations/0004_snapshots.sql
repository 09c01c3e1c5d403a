-- Snapshots: how a table stood after so many entries of its log, so that waking it takes only what came since. A cache:
-- whatever of it is missing is made again from the log, which is all that counts.
CREATE TABLE snapshots (
    table_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    length   integer          NOT NULL CHECK (length > 0),           -- entries of the log that it holds
    program  text             NOT NULL,                              -- the version that can read it
    body     bytea            NOT NULL
);

ALTER TABLE snapshots ALTER COLUMN body SET STORAGE EXTERNAL;        -- it is compressed already

-- A log was given other bodies, for somebody who is to be forgotten: the snapshot has the old ones. Here and not in the
-- program, so that it also holds while servers of the version before still run.
CREATE FUNCTION drop_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM snapshots WHERE table_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER snapshots_of_old_bodies AFTER UPDATE OF rewrites ON tables
    FOR EACH ROW EXECUTE FUNCTION drop_snapshot();
