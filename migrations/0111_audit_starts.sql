-- After which entry a company's audit log begins, because what was before has left: signed, so that nobody who can only write into the
-- database can take away its beginning.
CREATE TABLE audit_starts (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  -- The last entry that left.
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  hash bytea NOT NULL,
  left_at timestamptz NOT NULL,
  signature text NOT NULL
);
