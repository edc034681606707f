-- What the host of the server has ruled about a person; admitted is who came with the code of a closed server.
CREATE TABLE standings (
    person   TEXT   PRIMARY KEY,
    admitted BIGINT NOT NULL,
    muted    BIGINT NOT NULL,
    banned   BIGINT NOT NULL
);

-- What persons have reported to the host of the server.
CREATE TABLE reports (
    id       TEXT   PRIMARY KEY,
    reporter TEXT   NOT NULL,
    person   TEXT   NOT NULL,
    table_id TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    text     TEXT   NOT NULL
);
CREATE INDEX reports_of_reporter ON reports (reporter);
