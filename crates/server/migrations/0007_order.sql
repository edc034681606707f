-- Results in the order in which they came, so that they can be counted on from where somebody has counted to. Older ones have 0.
ALTER TABLE results ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
DROP INDEX results_of_title;
CREATE INDEX results_in_order ON results (title, number, table_id, seat);
