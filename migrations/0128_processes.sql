-- Who runs now: every process says every few seconds that it lives. Whoever has not for long has died, or hangs.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  version text NOT NULL,
  host text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);
