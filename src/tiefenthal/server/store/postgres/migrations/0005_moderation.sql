-- What the owner of the server did to keep the peace: orders to the processes that serve, and the log of them.
CREATE TABLE moderation (
    id      text COLLATE "C" NOT NULL PRIMARY KEY,
    at      double precision NOT NULL,
    what    text             NOT NULL,
    target  text             NOT NULL,              -- a table, a session, an address or another order
    value   text             NOT NULL,
    until   double precision,                       -- of what holds for a while
    why     text             NOT NULL,
    outcome text                                    -- NULL: not yet carried out
);
