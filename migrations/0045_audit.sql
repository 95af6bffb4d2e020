-- Who changed what through this service. Every entry carries the hash of the one before, so none can be changed or taken out unseen.
CREATE TABLE audit_log (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  hash bytea NOT NULL,
  -- Taken out of the entry, to be found by.
  action text NOT NULL,
  actor text[] NOT NULL,
  targets text[] NOT NULL,
  -- json, not jsonb: the hash is over its very text.
  entry json NOT NULL,
  PRIMARY KEY (company_id, seq)
);
CREATE INDEX audit_log_at ON audit_log (company_id, at);
CREATE INDEX audit_log_targets ON audit_log USING gin (targets);

-- The end of each company's chain. Whoever adds to it locks this row: the last entry itself can be the last for two at once.
CREATE TABLE audit_heads (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  seq bigint NOT NULL DEFAULT 0,
  at timestamptz NOT NULL DEFAULT '-infinity',
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
) WITH (fillfactor = 50);

-- What is being done and has no outcome yet. A row that stays behind belongs to a process that died.
CREATE TABLE audit_open (
  id uuid PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  entry json NOT NULL
);

-- The hash of an entry is the SHA-256 of five lines: the hash before it (hexadecimal), the company, its number, its time to the
-- microsecond, and its text.
CREATE FUNCTION append_audit(company bigint, entries json[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  head audit_heads;
  entry json;
BEGIN
  SELECT * INTO head FROM audit_heads WHERE company_id = company FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_heads (company_id) VALUES (company) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_heads WHERE company_id = company FOR NO KEY UPDATE;
  END IF;
  FOREACH entry IN ARRAY entries LOOP
    head.seq := head.seq + 1;
    head.at := greatest(head.at, clock_timestamp());
    head.hash := sha256(convert_to(concat_ws(E'\n', encode(head.hash, 'hex'), company, head.seq,
      to_char(head.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry::text), 'UTF8'));
    INSERT INTO audit_log (company_id, seq, at, hash, action, actor, targets, entry)
    VALUES (company, head.seq, head.at, head.hash, entry ->> 'action',
      ARRAY[entry #>> '{actor,name}', concat_ws(':', entry #>> '{actor,kind}', entry #>> '{actor,id}')],
      ARRAY(SELECT json_array_elements_text(entry -> 'targets')), entry);
  END LOOP;
  UPDATE audit_heads SET seq = head.seq, at = head.at, hash = head.hash WHERE company_id = company;
  RETURN head.seq;
END $$;
