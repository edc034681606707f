-- The component packs that tables began with, by the name their records give them: a table plays on with its own for ever.
CREATE TABLE packs (
    title TEXT NOT NULL,
    name  TEXT NOT NULL,
    -- The files as JSON: [["numbers.toml", "…"], …].
    files TEXT NOT NULL,
    PRIMARY KEY (title, name)
);
