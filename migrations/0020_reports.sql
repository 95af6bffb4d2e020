-- Campaigns, ad sets and ads that figures are about, as the platform last described them. key: what figures refer to.
CREATE TABLE report_entities (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('campaign', 'adset', 'ad')),
  id text NOT NULL,
  -- null: figures named it before the platform described it.
  name text,
  status text,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (account_key, level, id)
);

-- What each ad did on each day. No references: they would be looked up for every row of millions; whoever removes an account
-- removes its days (see the trigger below).
CREATE TABLE ad_days (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  day date NOT NULL,
  ad_key bigint NOT NULL,
  adset_key bigint NOT NULL,
  campaign_key bigint NOT NULL,
  -- Money in millionths of the account's main unit.
  spend_micros bigint NOT NULL,
  impressions bigint NOT NULL,
  clicks bigint NOT NULL,
  conversions double precision,
  conversion_value_micros bigint,
  results double precision,
  PRIMARY KEY (account_key, day, ad_key)
) PARTITION BY RANGE (day);

-- Makes the partition of the month that a day lies in.
CREATE FUNCTION ensure_ad_days_month(wanted date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', wanted);
  name text := 'ad_days_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ad_days partitions'));
  -- Whoever held the lock may have made it. Asked of the table itself: the name's lookup would repeat its first answer.
  PERFORM FROM pg_class WHERE relname = name AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'ad_days'::regclass);
  IF FOUND THEN RETURN; END IF;
  -- Made aside and attached: CREATE TABLE ... PARTITION OF would wait for every running report, and hold up all that follow.
  EXECUTE format('CREATE TABLE %I (LIKE ad_days INCLUDING ALL)', name);
  EXECUTE format('ALTER TABLE ad_days ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, first + interval '1 month');
END $$;

CREATE FUNCTION forget_account_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ad_days WHERE account_key = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER forget_account_days AFTER DELETE ON ad_accounts FOR EACH ROW EXECUTE FUNCTION forget_account_days();

-- Which days of an account have been read, and when: what is not here is missing.
CREATE TABLE report_days (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  day date NOT NULL,
  read_at timestamptz NOT NULL,
  -- Of the rows of the day: a day that reads as before is not written again. null: not known.
  digest bytea,
  PRIMARY KEY (account_key, day)
);

-- Where the reading of an account stands.
CREATE TABLE report_syncs (
  account_key bigint PRIMARY KEY REFERENCES ad_accounts ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  entities_read_at timestamptz,
  recent_read_at timestamptz,
  late_read_at timestamptz,
  -- The last failure, in plain words; null after a good reading.
  problem text,
  problem_at timestamptz,
  retry_after timestamptz
);

-- People, as the platform counted them for exactly one question.
CREATE TABLE report_answers (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  -- reach or country; its level; its days; whether day by day.
  question text NOT NULL,
  rows jsonb NOT NULL,
  read_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_key, question)
);
