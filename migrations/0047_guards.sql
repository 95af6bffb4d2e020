-- What a company lets be spent. Amounts are in the guard's own currency, as exact decimals; NULL: no such limit, or no such bound.
CREATE TABLE spend_guards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text,
  platform text,
  account_id text,
  campaign_pattern text,
  daily_cap numeric CHECK (daily_cap >= 0),
  monthly_cap numeric CHECK (monthly_cap >= 0),
  largest_budget numeric CHECK (largest_budget >= 0),
  largest_raise_percent numeric CHECK (largest_raise_percent >= 0),
  largest_raise numeric CHECK (largest_raise >= 0),
  largest_batch integer CHECK (largest_batch >= 0),
  not_after_hour integer CHECK (not_after_hour BETWEEN 0 AND 23),
  currency text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('refuse', 'ask', 'warn')),
  stop boolean NOT NULL DEFAULT false,
  -- Set by the watch when it has paused what the guard covers: the day or month of the cap that was reached.
  stopped_for text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX spend_guards_company ON spend_guards (company_id, id);

-- What platforms said of an account's campaigns, good for a few minutes: spend of the day, spend of the month, or names.
CREATE TABLE spend_readings (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('day', 'month', 'names')),
  -- The day it ends with, and in whose midnights its days are told.
  last_day date NOT NULL,
  time_zone text NOT NULL,
  by_campaign jsonb NOT NULL,
  read_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, platform, account_id, kind)
);

-- What writes that were let through may still add to the spend of their day: it shows in no figure yet.
CREATE TABLE spend_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  -- The account's day.
  day date NOT NULL,
  campaign_id text,
  campaign_name text,
  -- What is switched on or raised. Something new is named by the call that makes it.
  target text NOT NULL,
  operation_key text NOT NULL,
  -- A daily budget from so much to so much, in the account's currency.
  from_amount numeric NOT NULL,
  to_amount numeric NOT NULL,
  -- What the campaign had spent on that day already.
  spent_before numeric NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (company_id, platform, account_id, day, target)
);
CREATE INDEX spend_grants_key ON spend_grants (company_id, operation_key);
CREATE INDEX spend_grants_old ON spend_grants (granted_at);

-- What an account had spent of its day by the end of each hour, to compare hours with.
CREATE TABLE spend_hours (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  day date NOT NULL,
  hour integer NOT NULL CHECK (hour BETWEEN 0 AND 23),
  spent numeric NOT NULL,
  PRIMARY KEY (company_id, platform, account_id, day, hour)
);

-- What was out of the ordinary, so that each is said once.
CREATE TABLE spend_anomalies (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (company_id, platform, account_id, kind, day)
);
