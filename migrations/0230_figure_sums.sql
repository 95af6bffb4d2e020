-- Sums of ad_days, for questions that need no single ad or no single day. Figures have the same columns in all four tables: where one is
-- unknown, every sum with it is unknown.
CREATE TABLE ad_months (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  -- Its first day.
  month date NOT NULL,
  ad_key bigint NOT NULL,
  adset_key bigint NOT NULL,
  campaign_key bigint NOT NULL,
  spend_micros bigint NOT NULL,
  impressions bigint NOT NULL,
  clicks bigint NOT NULL,
  conversions double precision,
  conversion_value_micros bigint,
  results double precision,
  plays_3s bigint,
  plays_15s bigint,
  thruplays bigint,
  PRIMARY KEY (account_key, month, ad_key, adset_key, campaign_key)
);

CREATE TABLE campaign_days (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  day date NOT NULL,
  campaign_key bigint NOT NULL,
  spend_micros bigint NOT NULL,
  impressions bigint NOT NULL,
  clicks bigint NOT NULL,
  conversions double precision,
  conversion_value_micros bigint,
  results double precision,
  plays_3s bigint,
  plays_15s bigint,
  thruplays bigint,
  PRIMARY KEY (account_key, day, campaign_key)
);

CREATE TABLE account_days (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  day date NOT NULL,
  spend_micros bigint NOT NULL,
  impressions bigint NOT NULL,
  clicks bigint NOT NULL,
  conversions double precision,
  conversion_value_micros bigint,
  results double precision,
  plays_3s bigint,
  plays_15s bigint,
  thruplays bigint,
  PRIMARY KEY (account_key, day)
);

-- Months of an account that have sums by day, and for good: whoever changes a day of such a month changes its sums.
CREATE TABLE summed_months (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  month date NOT NULL,
  -- Whether those by ad are there too. They are not while a month's days still move.
  has_ads boolean NOT NULL,
  PRIMARY KEY (account_key, month)
);

-- What is added up, and how: every column of the sums by account and day that says no place.
CREATE FUNCTION figure_columns(OUT names text, OUT sums text) LANGUAGE sql STABLE AS $$
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
    string_agg(format(CASE WHEN attnotnull THEN 'sum(%1$I)' ELSE 'CASE WHEN count(%1$I) = count(*) THEN sum(%1$I) END' END, attname),
      ', ' ORDER BY attnum)
  FROM pg_attribute WHERE attrelid = 'account_days'::regclass AND attnum > 0 AND NOT attisdropped
    AND attname NOT IN ('company_id', 'account_key', 'day')
$$;

CREATE FUNCTION sum_days(company bigint, account bigint, first date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  figures record := figure_columns();
  ending date := first + interval '1 month';
BEGIN
  DELETE FROM campaign_days WHERE account_key = account AND day >= first AND day < ending;
  DELETE FROM account_days WHERE account_key = account AND day >= first AND day < ending;
  EXECUTE format('WITH made AS (INSERT INTO campaign_days (company_id, account_key, day, campaign_key, %1$s)
      SELECT $1, $2, day, campaign_key, %2$s FROM ad_days WHERE account_key = $2 AND day >= $3 AND day < $4 GROUP BY day, campaign_key
      RETURNING day, %1$s)
    INSERT INTO account_days (company_id, account_key, day, %1$s) SELECT $1, $2, day, %2$s FROM made GROUP BY day',
    figures.names, figures.sums) USING company, account, first, ending;
  INSERT INTO summed_months (company_id, account_key, month, has_ads) VALUES (company, account, first, false) ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION sum_ads(company bigint, account bigint, first date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  figures record := figure_columns();
BEGIN
  DELETE FROM ad_months WHERE account_key = account AND month = first;
  EXECUTE format('INSERT INTO ad_months (company_id, account_key, month, ad_key, adset_key, campaign_key, %1$s)
      SELECT $1, $2, $3, ad_key, adset_key, campaign_key, %2$s FROM ad_days WHERE account_key = $2 AND day >= $3 AND day < $4
      GROUP BY ad_key, adset_key, campaign_key',
    figures.names, figures.sums) USING company, account, first, (first + interval '1 month')::date;
  UPDATE summed_months SET has_ads = true WHERE account_key = account AND month = first AND NOT has_ads;
END $$;

-- A version that knows nothing of sums stores days as well while this one takes its place. Whoever keeps them says so in its transaction.
CREATE FUNCTION sum_after_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('flightdeck.keeps_sums', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM sum_days(kept.company_id, kept.account_key, kept.month), CASE WHEN kept.has_ads THEN sum_ads(kept.company_id, kept.account_key, kept.month) END
    FROM summed_months kept WHERE EXISTS (SELECT FROM changed
      WHERE changed.account_key = kept.account_key AND date_trunc('month', changed.day) = kept.month);
  RETURN NULL;
END $$;
CREATE TRIGGER sum_after_others_insert AFTER INSERT ON report_days REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_after_others();
CREATE TRIGGER sum_after_others_update AFTER UPDATE ON report_days REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_after_others();

CREATE OR REPLACE FUNCTION forget_account_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM summed_months WHERE account_key = OLD.id;
  DELETE FROM account_days WHERE account_key = OLD.id;
  DELETE FROM campaign_days WHERE account_key = OLD.id;
  DELETE FROM ad_months WHERE account_key = OLD.id;
  DELETE FROM ad_days WHERE account_key = OLD.id;
  DELETE FROM ad_days_superseded WHERE account_key = OLD.id;
  RETURN OLD;
END $$;
