-- What a cap compares with: what runs (commitments), or what was spent and what our own writes of the day let run (spend).
-- Guards that were there before keep their meaning.
ALTER TABLE spend_guards
  ADD COLUMN basis text NOT NULL DEFAULT 'spend' CHECK (basis IN ('commitments', 'spend')),
  -- Whose writes alone it looks at: key:12, assistant:12; NULL: everybody's.
  ADD COLUMN by_actor text,
  -- Whether a daily budget counts with what its platform may spend beyond it on a day.
  ADD COLUMN overdelivery boolean NOT NULL DEFAULT false;
ALTER TABLE spend_guards ALTER COLUMN basis DROP DEFAULT;

-- What is switched on in an ad account, as the platform told it, good for a few minutes.
CREATE TABLE account_structures (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  -- The day whose spend it holds, and in whose midnights that day is told.
  day date,
  time_zone text,
  -- When the read began, by the clock that writes are answered by, and when it was read, by which its age is told.
  began_at timestamptz,
  read_at timestamptz,
  structure jsonb,
  -- Set while somebody reads it: whoever else needs it waits for that.
  claimed_at timestamptz,
  -- Why the last read came to nothing.
  problem text,
  failed_at timestamptz,
  -- When a write of ours was last answered there.
  written_at timestamptz,
  PRIMARY KEY (company_id, platform, account_id)
);

-- What writes that were let through make of what holds budgets, until a read that began after their answer shows it.
CREATE TABLE spend_effects (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  level text NOT NULL CHECK (level IN ('campaign', 'adset', 'ads')),
  -- The campaign or ad set; for ads the ad set. Something new has a name of its own until it has an id.
  entity_id text NOT NULL,
  effect jsonb NOT NULL,
  operation_key text NOT NULL,
  -- The journal's key of the write, or the batch that makes it; neither: it is about to begin.
  write_key text,
  batch_id bigint,
  -- Of what is neither one write nor a batch: when all of it was answered.
  answered_at timestamptz,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (company_id, platform, account_id, operation_key, level, entity_id)
);
CREATE INDEX spend_effects_key ON spend_effects (company_id, operation_key);
CREATE INDEX spend_effects_old ON spend_effects (granted_at);

-- What writes of an account's day let run, by what holds the budget and by who wrote.
DROP TABLE spend_grants;
CREATE TABLE spend_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  day date NOT NULL,
  holder text NOT NULL,
  campaign_id text,
  actor text NOT NULL,
  operation_key text NOT NULL,
  -- What stood there before the first write of the day, and the most that was set since, in the account's currency.
  from_daily numeric NOT NULL,
  from_once numeric NOT NULL,
  to_daily numeric NOT NULL,
  to_once numeric NOT NULL,
  -- The same for who wrote: nothing, where they switched it on or launched into it.
  own_daily numeric NOT NULL,
  own_once numeric NOT NULL,
  -- What the holder had spent of the day before the first write.
  spent_before numeric NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (company_id, platform, account_id, day, holder, actor)
);
CREATE INDEX spend_grants_key ON spend_grants (company_id, operation_key);
CREATE INDEX spend_grants_old ON spend_grants (granted_at);

-- The first amount that is known of a budget on an account's day: raises are compared with it.
CREATE TABLE first_budgets (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  day date NOT NULL,
  entity_id text NOT NULL,
  daily numeric,
  lifetime numeric,
  operation_key text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, platform, account_id, day, entity_id)
);
CREATE INDEX first_budgets_old ON first_budgets (kept_at);

-- Every name that a campaign had lately: a guard with a pattern looks at it by all of them.
CREATE TABLE campaign_names (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  campaign_id text NOT NULL,
  name text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, platform, account_id, campaign_id, name)
);
CREATE INDEX campaign_names_old ON campaign_names (seen_at);
