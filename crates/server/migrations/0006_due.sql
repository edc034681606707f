-- When a table goes on by itself, in milliseconds since 1970: 0 where a bot has to move, or when somebody's time is up.
ALTER TABLE tables ADD COLUMN due BIGINT;
UPDATE tables SET due = 0 WHERE status = 'playing' AND bots = 1;
ALTER TABLE tables DROP COLUMN bots;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
