-- What an agent was shown before it is done: exactly this, once, while nothing it depends on has changed.
CREATE TABLE plans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Only the key that made it can run it.
  key_id bigint NOT NULL,
  operation text NOT NULL,
  input jsonb NOT NULL,
  digest text NOT NULL,
  -- What the digest is of; null: too large to keep.
  meaning jsonb,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- When somebody first ran it.
  run_at timestamptz,
  -- What a person decides on, where a guard asked for one.
  approval_id bigint REFERENCES approvals ON DELETE SET NULL,
  -- What it answered.
  result jsonb
);
CREATE INDEX plans_company ON plans (company_id, id);
CREATE INDEX plans_made ON plans (made_at);
