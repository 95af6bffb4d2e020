-- When a day was first stored; null: before this was kept, so earlier than anything that is asked about.
ALTER TABLE report_days ADD COLUMN first_read_at timestamptz;

-- What was known of an ad's day until something else was: only what changed. It was known since the row before it ended, or since the
-- day was first read. No references, as in ad_days.
CREATE TABLE ad_days_superseded (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  day date NOT NULL,
  ad_key bigint NOT NULL,
  -- Everything below is null where there was no such row yet.
  adset_key bigint,
  campaign_key bigint,
  spend_micros bigint,
  impressions bigint,
  clicks bigint,
  conversions double precision,
  conversion_value_micros bigint,
  results double precision,
  known_until timestamptz NOT NULL,
  PRIMARY KEY (account_key, day, ad_key, known_until)
);

-- What a campaign, ad set or ad was from a moment on, as far as it changes: a row for each change that was seen.
CREATE TABLE report_entity_versions (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  entity_key bigint NOT NULL REFERENCES report_entities ON DELETE CASCADE,
  since timestamptz NOT NULL,
  name text,
  status text,
  state text,
  daily_budget_micros bigint,
  lifetime_budget_micros bigint,
  learning_phase text,
  PRIMARY KEY (account_key, entity_key, since)
);
CREATE INDEX report_entity_versions_by_entity ON report_entity_versions (entity_key);

CREATE OR REPLACE FUNCTION forget_account_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ad_days WHERE account_key = OLD.id;
  DELETE FROM ad_days_superseded WHERE account_key = OLD.id;
  RETURN OLD;
END $$;
