-- What happens to batches was the beginning: every event of a company is in one table now, written by whatever changes the state.
ALTER TABLE batch_events RENAME TO events;
ALTER INDEX batch_events_batch RENAME TO events_batch;
ALTER TABLE events ALTER COLUMN batch_id DROP NOT NULL;

-- The place of an event among those of its company, in the order in which they became visible. NULL: not numbered yet; 0: of no
-- interest to others. Numbered afterwards, by one at a time, so that writers need not wait for each other and a reader that has
-- seen a number never misses an earlier one.
ALTER TABLE events ADD COLUMN seq bigint DEFAULT 0;
ALTER TABLE events ALTER COLUMN seq DROP DEFAULT;
CREATE INDEX events_to_number ON events (id) WHERE seq IS NULL;
CREATE UNIQUE INDEX events_numbered ON events (company_id, seq) WHERE seq > 0;

CREATE TABLE event_heads (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  -- The last number given out.
  seq bigint NOT NULL
);

CREATE OR REPLACE FUNCTION say_batch_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.batch_id IS NULL THEN
    PERFORM pg_notify('event', NEW.company_id::text);
  ELSE
    PERFORM pg_notify('batch_event', NEW.batch_id::text);
  END IF;
  RETURN NULL;
END $$;

-- What was said before, of what is said once.
CREATE INDEX events_of_service ON events (company_id, kind) WHERE batch_id IS NULL;
