-- What a receipt tells in the caller's words: every field, where a click leads, and the platform's own changes. Absent: kept by an older version.
ALTER TABLE receipts ADD COLUMN told jsonb;
