-- Where a person reads e-mail. An address that was not confirmed may be anybody's.
CREATE TABLE mails (
    person    TEXT   PRIMARY KEY,
    address   TEXT   NOT NULL,
    confirmed BIGINT NOT NULL,
    -- The last letter with a link.
    at        BIGINT NOT NULL
);
CREATE INDEX mails_of_address ON mails (address);
