-- Browsers that a person has signed in with, by the fingerprint of their cookie; without a person they were signed out. A browser that
-- is not here is a person of its own.
CREATE TABLE devices (
    device TEXT   PRIMARY KEY,
    person TEXT,
    label  TEXT   NOT NULL,
    since  BIGINT NOT NULL
);
CREATE INDEX devices_of_person ON devices (person);

-- Ways in, by the fingerprint of what opens them: a link for another device, a recovery code. One of each kind.
CREATE TABLE keys (
    person TEXT   NOT NULL,
    kind   TEXT   NOT NULL,
    print  TEXT   NOT NULL UNIQUE,
    until  BIGINT,
    PRIMARY KEY (person, kind)
);
