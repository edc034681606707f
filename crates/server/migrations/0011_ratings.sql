-- How persons have done, in games that count: for each title and number of players, against bots alone apart. In millionths.
CREATE TABLE ratings (
    person      TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    players     BIGINT NOT NULL,
    solo        BIGINT NOT NULL,
    rating      BIGINT NOT NULL,
    uncertainty BIGINT NOT NULL,
    games       BIGINT NOT NULL,
    PRIMARY KEY (person, title, players, solo)
);

-- Finished games by person.
CREATE TABLE played (
    table_id TEXT   NOT NULL,
    person   TEXT   NOT NULL,
    title    TEXT   NOT NULL,
    place    BIGINT NOT NULL,
    -- Whether the person was there to the end, and the median time of an answer in milliseconds.
    kept     BIGINT NOT NULL,
    pace     BIGINT,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX played_by ON played (person);

-- Who shows nobody how they have played.
CREATE TABLE discreet (
    person TEXT PRIMARY KEY
);

-- With whom somebody does not want to play or talk.
CREATE TABLE blocks (
    person TEXT NOT NULL,
    other  TEXT NOT NULL,
    PRIMARY KEY (person, other)
);
