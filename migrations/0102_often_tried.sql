-- Writes that were tried more than 5 times, by whoever: each time their account rests for a while, and longer each time.
CREATE TABLE often_tried (
  journal_id bigint PRIMARY KEY REFERENCES journal ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  attempts int NOT NULL,
  rests_until timestamptz NOT NULL,
  is_logged boolean NOT NULL DEFAULT false
);
CREATE INDEX often_tried_account ON often_tried (company_id, platform, account_id, rests_until);
CREATE INDEX often_tried_unlogged ON often_tried (journal_id) WHERE NOT is_logged;

-- How many writes that were, and how many tries beyond the fifth, since the database was made.
CREATE TABLE often_tried_counts (
  platform text PRIMARY KEY,
  writes bigint NOT NULL,
  tries bigint NOT NULL
);

CREATE FUNCTION watch_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rest timestamptz := clock_timestamp() + least(interval '5 seconds' * 2 ^ least(NEW.attempt - 6, 10), interval '2 minutes');
  is_first boolean;
BEGIN
  INSERT INTO often_tried AS known (journal_id, company_id, platform, account_id, kind, key, attempts, rests_until)
  VALUES (NEW.id, NEW.company_id, NEW.platform, NEW.account_id, NEW.kind, NEW.key, NEW.attempt, rest)
  ON CONFLICT (journal_id) DO UPDATE SET attempts = excluded.attempts, rests_until = excluded.rests_until, is_logged = false
  RETURNING known.xmax = 0 INTO is_first;
  INSERT INTO often_tried_counts AS known (platform, writes, tries) VALUES (NEW.platform, is_first::int, 1)
  ON CONFLICT (platform) DO UPDATE SET writes = known.writes + excluded.writes, tries = known.tries + 1;
  IF is_first THEN
    INSERT INTO events (company_id, kind, detail, accounts) VALUES (NEW.company_id, 'write.often_tried', jsonb_build_object(
      'platform', NEW.platform, 'accountId', NEW.account_id, 'kind', NEW.kind, 'attempts', NEW.attempt,
      'restsUntil', to_char(rest AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'adBatchId', (SELECT batch_id FROM batch_items WHERE id = NEW.item_id)), ARRAY[NEW.platform || ' ' || NEW.account_id]);
  END IF;
  PERFORM pg_notify('write_often_tried', '');
  RETURN NULL;
END $$;
CREATE TRIGGER write_often_tried AFTER UPDATE OF attempt ON journal
  FOR EACH ROW WHEN (NEW.attempt > 5 AND NEW.attempt > OLD.attempt) EXECUTE FUNCTION watch_write();
