-- Rules that watch figures and act.
CREATE TABLE automations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  enabled boolean NOT NULL,
  mode text NOT NULL CHECK (mode IN ('suggest', 'ask', 'act')),
  -- The whole rule as it was last written, name, enabled and mode included.
  rule jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it is checked next; null: not by itself.
  next_slot_at timestamptz,
  errors_in_row integer NOT NULL DEFAULT 0,
  -- Why it was switched off by the service; null: it was not.
  off_reason text
);
CREATE INDEX automations_company ON automations (company_id, id);
CREATE INDEX automations_due ON automations (next_slot_at) WHERE enabled;

-- What a rule said from when on, so that an old execution can be explained.
CREATE TABLE automation_versions (
  automation_id bigint NOT NULL REFERENCES automations ON DELETE CASCADE,
  version integer NOT NULL,
  rule jsonb NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (automation_id, version)
);

CREATE TABLE automation_executions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  automation_id bigint NOT NULL REFERENCES automations ON DELETE CASCADE,
  version integer NOT NULL,
  -- The moment of the schedule that it is for; null: somebody asked for it.
  slot timestamptz,
  kind text NOT NULL CHECK (kind IN ('scheduled', 'manual')),
  state text NOT NULL CHECK (state IN ('running', 'done', 'skipped', 'failed')),
  -- Why it was skipped or failed, in plain words.
  reason text,
  -- The least fresh reading that it rests on.
  figures_at timestamptz,
  checked integer,
  matched integer,
  acted integer,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  -- Whoever works on it holds it for so long.
  lease_until timestamptz,
  run_token text
);
CREATE UNIQUE INDEX automation_executions_slot ON automation_executions (automation_id, slot) WHERE slot IS NOT NULL;
CREATE INDEX automation_executions_company ON automation_executions (company_id, id);
CREATE INDEX automation_executions_open ON automation_executions (lease_until) WHERE state = 'running';

-- What was looked at and not acted on, many to a row: parallel arrays, and as many numbers for each as there are labels.
CREATE TABLE automation_checks (
  execution_id bigint NOT NULL REFERENCES automation_executions ON DELETE CASCADE,
  chunk integer NOT NULL,
  labels text[] NOT NULL,
  entity_keys bigint[] NOT NULL,
  -- 0: not matched, 2: unknown.
  outcomes smallint[] NOT NULL,
  -- NaN: unknown.
  numbers double precision[] NOT NULL,
  PRIMARY KEY (execution_id, chunk)
);

CREATE TABLE automation_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  execution_id bigint NOT NULL REFERENCES automation_executions ON DELETE CASCADE,
  automation_id bigint NOT NULL REFERENCES automations ON DELETE CASCADE,
  platform text NOT NULL,
  account_key bigint NOT NULL,
  level text NOT NULL CHECK (level IN ('ad', 'adset', 'campaign', 'account', 'searchTerm')),
  -- null: an account or a search term.
  entity_key bigint,
  entity_id text NOT NULL,
  entity_name text,
  case_index integer NOT NULL,
  numbers jsonb NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('planned', 'acted', 'suggested', 'asked', 'skipped', 'failed')),
  reason text,
  -- One for each action of the rule, in order: what, with which input, what became of it.
  actions jsonb NOT NULL DEFAULT '[]',
  undone_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX automation_decisions_entity ON automation_decisions (company_id, entity_id, created_at);
CREATE INDEX automation_decisions_execution ON automation_decisions (execution_id, id);
CREATE INDEX automation_decisions_rule ON automation_decisions (automation_id, created_at);

CREATE TABLE automation_suggestions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  decision_id bigint NOT NULL UNIQUE REFERENCES automation_decisions ON DELETE CASCADE,
  automation_id bigint NOT NULL REFERENCES automations ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('open', 'accepted', 'dismissed', 'expired')),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  decided_by text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX automation_suggestions_company ON automation_suggestions (company_id, id);
CREATE INDEX automation_suggestions_open ON automation_suggestions (expires_at) WHERE state = 'open';

-- A company whose rules do nothing until they are let go on.
CREATE TABLE automation_switches (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  stopped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  stopped_by text NOT NULL,
  reason text
);

-- Labels are ours: no platform knows them.
CREATE TABLE entity_labels (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('ad', 'adset', 'campaign', 'account', 'searchTerm')),
  entity_id text NOT NULL,
  label text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  by text NOT NULL,
  PRIMARY KEY (company_id, account_key, level, entity_id, label)
);
