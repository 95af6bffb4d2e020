-- What tells who somebody is stands beside an entry: its text, over which the hash is, has a digest of it. So it can be erased, and the chain
-- stays whole. Entries of before have it in their text, and so have those that the version before this one writes.
ALTER TABLE audit_log ADD COLUMN personal jsonb;

-- The same as append_audit of two arguments, for entries with something beside them (null: nothing).
CREATE FUNCTION append_audit(company bigint, entries json[], beside jsonb[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  head audit_heads;
  entry json;
  at_place int;
BEGIN
  SELECT * INTO head FROM audit_heads WHERE company_id = company FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_heads (company_id) VALUES (company) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_heads WHERE company_id = company FOR NO KEY UPDATE;
  END IF;
  FOR at_place IN 1 .. cardinality(entries) LOOP
    entry := entries[at_place];
    head.seq := head.seq + 1;
    head.at := greatest(head.at, clock_timestamp());
    head.hash := sha256(convert_to(concat_ws(E'\n', encode(head.hash, 'hex'), company, head.seq,
      to_char(head.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry::text), 'UTF8'));
    INSERT INTO audit_log (company_id, seq, at, hash, action, actor, targets, entry, personal)
    VALUES (company, head.seq, head.at, head.hash, entry ->> 'action',
      ARRAY[coalesce(jsonb_path_query_first(beside[at_place], '$[*] ? (@.place == "/actor/name")') ->> 'value', entry #>> '{actor,name}'),
        concat_ws(':', entry #>> '{actor,kind}', entry #>> '{actor,id}')],
      ARRAY(SELECT json_array_elements_text(entry -> 'targets')), entry, beside[at_place]);
  END LOOP;
  UPDATE audit_heads SET seq = head.seq, at = head.at, hash = head.hash WHERE company_id = company;
  RETURN head.seq;
END $$;
