-- What each connection opens, as its platform last listed it, apart from what the company uses (ad_accounts).
CREATE TABLE connection_accounts (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id bigint NOT NULL REFERENCES connections ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  time_zone text NOT NULL,
  status text NOT NULL,
  way text,
  -- A person said that the company uses it.
  is_chosen boolean NOT NULL DEFAULT false,
  -- The platform listed it the last time; false: a chosen one that is missing.
  is_listed boolean NOT NULL DEFAULT true,
  first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (connection_id, account_id)
);
CREATE INDEX connection_accounts_by_account ON connection_accounts (company_id, platform, account_id);

INSERT INTO connection_accounts (company_id, connection_id, platform, account_id, name, currency, time_zone, status, way, first_seen_at, seen_at)
SELECT company_id, connection_id, platform, account_id, name, currency, time_zone, status, way, seen_at, seen_at
FROM ad_accounts WHERE connection_id IS NOT NULL;

-- all: whatever it opens is used. chosen: what a person chose of it.
ALTER TABLE connections ADD COLUMN accounts_mode text NOT NULL DEFAULT 'all' CHECK (accounts_mode IN ('all', 'chosen'));

-- An account that nothing opens any more stays, with all that is known of it; so does one whose connection goes.
-- Unused since 0.2.0: that accounts go with their connection.
ALTER TABLE ad_accounts
  ADD COLUMN is_connected boolean NOT NULL DEFAULT true,
  -- No rule acts by itself in an account that nobody took in.
  ADD COLUMN is_taken_in boolean NOT NULL DEFAULT true,
  DROP CONSTRAINT ad_accounts_connection_id_fkey,
  ADD CONSTRAINT ad_accounts_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections ON DELETE SET NULL NOT VALID;

-- Whether the sandbox may stand in where a company has no connection to a platform: not where there was a live one, unless a person says so.
CREATE TABLE platform_ways (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  -- When the first live connection came; null: there was none.
  live_since timestamptz,
  -- What a person said since the last live connection came; null: nothing.
  uses_sandbox boolean,
  PRIMARY KEY (company_id, platform)
);
INSERT INTO platform_ways (company_id, platform, live_since)
SELECT company_id, platform, min(created_at) FROM connections WHERE NOT is_sandbox GROUP BY company_id, platform;

-- Whoever stores a live connection cannot forget to say so.
CREATE FUNCTION note_live_platform() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform_ways (company_id, platform, live_since) VALUES (NEW.company_id, NEW.platform, clock_timestamp())
  ON CONFLICT (company_id, platform)
  DO UPDATE SET live_since = coalesce(platform_ways.live_since, excluded.live_since), uses_sandbox = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER note_live_platform AFTER INSERT OR UPDATE OF is_sandbox ON connections
  FOR EACH ROW WHEN (NOT NEW.is_sandbox) EXECUTE FUNCTION note_live_platform();

-- What consent opened is used once a person chose, whoever stores it.
CREATE FUNCTION choose_after_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.accounts_mode := 'chosen';
  RETURN NEW;
END $$;
CREATE TRIGGER choose_after_consent BEFORE INSERT ON connections
  FOR EACH ROW WHEN (NEW.origin = 'consent') EXECUTE FUNCTION choose_after_consent();
