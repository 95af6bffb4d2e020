-- How often in a row the answer to a write was lost, and when last: its repeats have pauses that grow, and an end.
ALTER TABLE journal ADD COLUMN lost int NOT NULL DEFAULT 0, ADD COLUMN lost_at timestamptz;
