-- What a person writes down at a table, for their own eyes.
CREATE TABLE notes (
    person   TEXT NOT NULL,
    table_id TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX notes_at ON notes (table_id);
