-- Writes that wait for a person, as they were asked for.
CREATE TABLE approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'approved', 'done', 'failed', 'outdated', 'refused', 'expired')),
  operation text NOT NULL,
  input jsonb NOT NULL,
  -- How the call is repeated: with the key, the path and the content that it came with, or under a key of ours.
  repeat_key text,
  repeat_path text,
  repeat_content jsonb,
  operation_key text NOT NULL,
  actor jsonb NOT NULL,
  digest text NOT NULL,
  why jsonb NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  -- Whoever runs it holds it for so long.
  run_until timestamptz,
  ended_at timestamptz,
  result_status integer,
  result jsonb,
  -- Who is to be told has been.
  told_at timestamptz
);
CREATE UNIQUE INDEX approvals_one_wait ON approvals (company_id, operation_key) WHERE state = 'waiting';
CREATE INDEX approvals_company ON approvals (company_id, id);
CREATE INDEX approvals_open ON approvals (id) WHERE state IN ('waiting', 'approved');

-- Where links by which a person decides are sent. Only the operator adds one.
CREATE TABLE approval_targets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('slack', 'discord', 'telegram', 'json')),
  name text NOT NULL,
  sealed_address bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, name)
);

-- Links that were sent. Only their digests are kept.
CREATE TABLE approval_links (
  token_hash bytea PRIMARY KEY,
  approval_id bigint NOT NULL REFERENCES approvals ON DELETE CASCADE,
  target_name text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX approval_links_approval ON approval_links (approval_id);
