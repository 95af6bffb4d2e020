-- Answers to writes that carried an Idempotency-Key, kept 24 hours.
CREATE TABLE idempotency_keys (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  -- While a call runs its process keeps the lease; a process that died stops doing so.
  lease_until timestamptz NOT NULL,
  run_token uuid NOT NULL,
  status int,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- The times of the calls that passed in the last window, one row per key and class: an exact sliding window.
-- Losing it in a crash of the database costs nobody anything, so it is not written to the log.
CREATE UNLOGGED TABLE rate_windows (
  key_id bigint NOT NULL,
  class text NOT NULL,
  hits timestamptz[] NOT NULL,
  PRIMARY KEY (key_id, class)
);

CREATE FUNCTION take_rate_slot(which_key bigint, which_class text, allowed int, span interval)
RETURNS TABLE (passed boolean, remaining int, wait_seconds double precision) LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  recent timestamptz[];
BEGIN
  INSERT INTO rate_windows VALUES (which_key, which_class, '{}') ON CONFLICT DO NOTHING;
  SELECT hits INTO recent FROM rate_windows WHERE key_id = which_key AND class = which_class FOR UPDATE;
  -- Read the clock only after the row is ours, so that times in the row never go backwards.
  at := clock_timestamp();
  recent := ARRAY(SELECT hit FROM unnest(recent) AS hit WHERE hit > at - span ORDER BY hit);
  passed := cardinality(recent) < allowed;
  IF passed THEN
    recent := recent || at;
    wait_seconds := 0;
  ELSE
    wait_seconds := extract(epoch FROM recent[cardinality(recent) - allowed + 1] + span - at);
  END IF;
  UPDATE rate_windows SET hits = recent WHERE key_id = which_key AND class = which_class;
  remaining := greatest(0, allowed - cardinality(recent));
  RETURN NEXT;
END $$;
