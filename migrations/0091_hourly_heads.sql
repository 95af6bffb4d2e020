-- Up to which entry the end of each chain was signed and told: every hour is looked at once, however many events there are.
ALTER TABLE audit_heads ADD COLUMN told_seq bigint NOT NULL DEFAULT 0;
UPDATE audit_heads SET told_seq = told.seq
FROM (
  SELECT company_id, max((detail ->> 'seq')::bigint) AS seq FROM events WHERE kind = 'audit.head' AND batch_id IS NULL GROUP BY company_id
) AS told
WHERE told.company_id = audit_heads.company_id;
