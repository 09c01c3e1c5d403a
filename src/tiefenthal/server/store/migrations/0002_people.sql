-- Forgetting somebody, and telling them what is kept of them, takes finding it: also at tables where they sit no more,
-- and in records whose table is gone.

-- Every session that ever had something to do with a table; `seats` knows only those that sit there now.
CREATE TABLE mentions (
    session  INTEGER NOT NULL CHECK (typeof(session) = 'integer'),
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (session, table_id)
) WITHOUT ROWID;

CREATE INDEX mentions_by_table ON mentions (table_id);

INSERT INTO mentions (session, table_id) SELECT session, table_id FROM seats;

-- The logs of the first version say who has left since: `place.session` where somebody sat down, `session` where
-- somebody came back. Whatever is not such an entry is passed over.
INSERT OR IGNORE INTO mentions (session, table_id)
SELECT json_extract(CAST(body AS TEXT), '$.place.session'), table_id FROM log
WHERE CASE WHEN CAST(body AS TEXT) LIKE '{"what":"placed",%' AND json_valid(CAST(body AS TEXT))
      THEN json_type(CAST(body AS TEXT), '$.place.session') = 'integer' ELSE 0 END;

INSERT OR IGNORE INTO mentions (session, table_id)
SELECT json_extract(CAST(body AS TEXT), '$.session'), table_id FROM log
WHERE CASE WHEN CAST(body AS TEXT) LIKE '{"what":"returned",%' AND json_valid(CAST(body AS TEXT))
      THEN json_type(CAST(body AS TEXT), '$.session') = 'integer' ELSE 0 END;

-- By seat, the sessions that held it at the end: a JSON list of lists. NULL for games kept before this was.
ALTER TABLE records ADD COLUMN holders TEXT CHECK (holders IS NULL OR typeof(holders) = 'text');
