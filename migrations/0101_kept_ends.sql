-- Ends that a platform cannot keep: we pause the entity then. One for each entity; a kept one stays until somebody resumes it.
CREATE TABLE kept_ends (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  entity_type text NOT NULL CHECK (entity_type IN ('ad', 'adset', 'campaign')),
  entity_id text NOT NULL,
  name text NOT NULL,
  -- What it lies in, as far as that is known: who deletes that is told of the end.
  ad_set_id text,
  campaign_id text,
  end_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'kept')),
  -- Grows with every change: the pause of another end is another write.
  version int NOT NULL DEFAULT 1,
  asked_by text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  -- When it is looked at next.
  next_at timestamptz NOT NULL,
  -- Why it could not be kept the last time, and whether that was told.
  problem text,
  is_told boolean NOT NULL DEFAULT false,
  owner text,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now(),
  kept_at timestamptz,
  UNIQUE (company_id, platform, account_id, entity_type, entity_id)
);
CREATE INDEX kept_ends_due ON kept_ends (next_at) WHERE state = 'waiting';
