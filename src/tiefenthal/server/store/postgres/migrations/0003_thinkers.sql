-- Choices of bots that wait for a thinker (`tiefenthal think`, server/bots/far.py). Whoever asked asks again, so nothing of
-- it is written to the write-ahead log.

CREATE UNLOGGED TABLE thinkers (
    name  text COLLATE "C" NOT NULL PRIMARY KEY,
    until timestamptz      NOT NULL
) WITH (fillfactor = 50);

CREATE UNLOGGED TABLE thinking_editions (
    digest text COLLATE "C" NOT NULL PRIMARY KEY,
    text   text             NOT NULL
);

CREATE UNLOGGED TABLE choices (
    id           bigint           NOT NULL PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    asker        text             NOT NULL,              -- the server that waits for it
    urgent       boolean          NOT NULL,
    person       boolean          NOT NULL,              -- whose game it is: these four are the path of its share
    address      text             NOT NULL,
    session      bigint           NOT NULL,
    table_id     text             NOT NULL,
    bot          text             NOT NULL,
    edition      text             NOT NULL,
    body         bytea            NOT NULL,
    budget       double precision NOT NULL,
    asked        timestamptz      NOT NULL DEFAULT clock_timestamp(),
    thinker      text COLLATE "C",                       -- who has it; it is free again when that one is dead
    done         boolean          NOT NULL DEFAULT false,
    action       integer,
    seconds      double precision,
    trouble      text,
    ended        boolean,
    never_loaded boolean
);

CREATE INDEX choices_waiting ON choices (id) WHERE NOT done;

-- How far everybody's share has come (server/bots/fair_queue.py).
CREATE UNLOGGED TABLE shares (
    path text COLLATE "C"  NOT NULL PRIMARY KEY,
    due  double precision  NOT NULL,
    now  double precision  NOT NULL DEFAULT 0,
    used timestamptz       NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 70);
