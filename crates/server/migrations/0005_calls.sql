-- Where a person wants to be called.
CREATE TABLE channels (
    id      TEXT   PRIMARY KEY,
    person  TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    url     TEXT   NOT NULL,
    -- The server as the person knows it, for links.
    home    TEXT   NOT NULL,
    -- Hours without calls, as JSON, or null.
    quiet   TEXT   NOT NULL,
    -- Nothing is sent before this: after a call, after a failure, or while a server is at it.
    next    BIGINT NOT NULL,
    tries   BIGINT NOT NULL,
    failing BIGINT,
    -- Why it was switched off.
    gone    TEXT
);
CREATE INDEX channels_of_person ON channels (person);

-- What is to be said there. A row is written with the event that it is about, and goes when it was said or has no point any more.
CREATE TABLE calls (
    channel  TEXT   NOT NULL,
    table_id TEXT   NOT NULL,
    seq      BIGINT NOT NULL,
    about    TEXT   NOT NULL,
    due      BIGINT NOT NULL,
    PRIMARY KEY (channel, table_id, seq, about)
);
CREATE INDEX calls_due ON calls (due);
