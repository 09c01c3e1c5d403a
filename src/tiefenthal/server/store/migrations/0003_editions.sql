-- The figures of somebody's own box, one edition a session. They go with the session.
CREATE TABLE editions (
    session INTEGER NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    at      REAL    NOT NULL CHECK (typeof(at) = 'real'),
    body    BLOB    NOT NULL CHECK (typeof(body) = 'blob')
);
