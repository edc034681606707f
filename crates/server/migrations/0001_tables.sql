-- The truth: everything that happened, in order.
CREATE TABLE log (
    table_id  TEXT   NOT NULL,
    seq       BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    action_id TEXT,
    print     BIGINT,
    event     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, action_id)
);

-- Caches of the log, for the lobby. They are written in the same transactions.
CREATE TABLE tables (
    id       TEXT   PRIMARY KEY,
    title    TEXT   NOT NULL,
    status   TEXT   NOT NULL,
    public   BIGINT NOT NULL,
    host     TEXT   NOT NULL,
    invite   TEXT   NOT NULL UNIQUE,
    seats    TEXT   NOT NULL,
    vacant   BIGINT NOT NULL,
    asked    TEXT   NOT NULL,
    bots     BIGINT NOT NULL,
    heading  TEXT   NOT NULL,
    standing TEXT   NOT NULL,
    created  BIGINT NOT NULL,
    changed  BIGINT NOT NULL,
    seq      BIGINT NOT NULL
);
CREATE INDEX tables_listed ON tables (status, public, changed);
CREATE INDEX tables_hosted ON tables (host, status);

CREATE TABLE sitters (
    table_id TEXT NOT NULL,
    guest    TEXT NOT NULL,
    PRIMARY KEY (guest, table_id)
);

CREATE TABLE results (
    table_id  TEXT   NOT NULL,
    seat      BIGINT NOT NULL,
    title     TEXT   NOT NULL,
    place     BIGINT NOT NULL,
    points    BIGINT NOT NULL,
    decisions BIGINT NOT NULL,
    facts     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX results_of_title ON results (title);

CREATE TABLE guests (
    id   TEXT PRIMARY KEY,
    name TEXT NOT NULL
);
