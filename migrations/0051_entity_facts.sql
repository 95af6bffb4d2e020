-- What rules look at beside figures. null: not known, or the platform has no such thing.
ALTER TABLE report_entities
  -- The status in our own words.
  ADD COLUMN state text CHECK (state IN ('active', 'paused', 'archived', 'deleted', 'pending')),
  -- Millionths of the account's main unit.
  ADD COLUMN daily_budget_micros bigint,
  ADD COLUMN lifetime_budget_micros bigint,
  -- limited: the platform gave up learning, because too little came of it.
  ADD COLUMN learning_phase text CHECK (learning_phase IN ('learning', 'learned', 'limited')),
  ADD COLUMN created_time timestamptz,
  -- What it stands in, by key.
  ADD COLUMN campaign_key bigint,
  ADD COLUMN adset_key bigint;

-- So that what is new is read at once, not when an hour has passed.
UPDATE report_syncs SET entities_read_at = NULL;
