-- Points by what they came from, as JSON: [["moons", 4], …].
ALTER TABLE results ADD COLUMN sources TEXT NOT NULL DEFAULT '[]';
