-- What persons have learned of a title: lessons that they have done, kinds of question that were explained to them.
CREATE TABLE learned (
    person TEXT NOT NULL,
    title  TEXT NOT NULL,
    word   TEXT NOT NULL,
    PRIMARY KEY (person, title, word)
);
