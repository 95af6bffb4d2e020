-- Sums by ad and ten days (1 to 10, 11 to 20, and the rest of the month), for the ends of a question that are no whole months, and by
-- quarter, for its middle. Months are made of tens, and quarters of months.
CREATE TABLE ad_tens (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  -- Its first day.
  ten date NOT NULL,
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
  PRIMARY KEY (account_key, ten, ad_key, adset_key, campaign_key)
);

CREATE TABLE ad_quarters (
  company_id bigint NOT NULL,
  account_key bigint NOT NULL,
  -- Its first day.
  quarter date NOT NULL,
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
  PRIMARY KEY (account_key, quarter, ad_key, adset_key, campaign_key)
);

-- Of how many tens of the month, from its first on, there are sums by ad. They come as the days stop moving, and stay.
ALTER TABLE summed_months ADD COLUMN tens smallint NOT NULL DEFAULT 0 CHECK (tens BETWEEN 0 AND 3),
  -- Told by the first month of a quarter.
  ADD COLUMN has_quarter boolean NOT NULL DEFAULT false;

CREATE FUNCTION sum_tens(company bigint, account bigint, first date, places int[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  figures record := figure_columns();
  place int;
  beginning date;
  ending date;
BEGIN
  FOREACH place IN ARRAY places LOOP
    beginning := first + (place - 1) * 10;
    ending := CASE WHEN place < 3 THEN beginning + 10 ELSE (first + interval '1 month')::date END;
    DELETE FROM ad_tens WHERE account_key = account AND ten = beginning;
    EXECUTE format('INSERT INTO ad_tens (company_id, account_key, ten, ad_key, adset_key, campaign_key, %1$s)
        SELECT $1, $2, $3, ad_key, adset_key, campaign_key, %2$s FROM ad_days WHERE account_key = $2 AND day >= $3 AND day < $4
        GROUP BY ad_key, adset_key, campaign_key',
      figures.names, figures.sums) USING company, account, beginning, ending;
    UPDATE summed_months SET tens = place WHERE account_key = account AND month = first AND tens = place - 1;
  END LOOP;
END $$;

-- Of its tens; and then the quarter, once all of its months are there.
CREATE FUNCTION sum_month(company bigint, account bigint, first date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  figures record := figure_columns();
  text text := 'INSERT INTO ad_%1$ss (company_id, account_key, %1$s, ad_key, adset_key, campaign_key, %3$s)
      SELECT $1, $2, $3, ad_key, adset_key, campaign_key, %4$s FROM ad_%2$ss WHERE account_key = $2 AND %2$s >= $3 AND %2$s < $4
      GROUP BY ad_key, adset_key, campaign_key';
  whole date := date_trunc('quarter', first::timestamp);
  ending date := whole + interval '3 months';
BEGIN
  DELETE FROM ad_months WHERE account_key = account AND month = first;
  EXECUTE format(text, 'month', 'ten', figures.names, figures.sums) USING company, account, first, (first + interval '1 month')::date;
  UPDATE summed_months SET has_ads = true WHERE account_key = account AND month = first AND NOT has_ads;
  IF 3 > (SELECT count(*) FROM summed_months WHERE account_key = account AND month >= whole AND month < ending AND has_ads) THEN RETURN; END IF;
  DELETE FROM ad_quarters WHERE account_key = account AND quarter = whole;
  EXECUTE format(text, 'quarter', 'month', figures.names, figures.sums) USING company, account, whole, ending;
  UPDATE summed_months SET has_quarter = true WHERE account_key = account AND month = whole AND NOT has_quarter;
END $$;

-- Called by the version before this one too, for each month whose days it stored.
CREATE OR REPLACE FUNCTION sum_ads(company bigint, account bigint, first date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_tens(company, account, first, '{1,2,3}');
  PERFORM sum_month(company, account, first);
END $$;

-- 'tens': all sums are kept by who stores. 'on': by a version that knows no tens, and corrects months that have sums by ad itself.
CREATE OR REPLACE FUNCTION sum_after_others() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  keeps text := coalesce(current_setting('flightdeck.keeps_sums', true), '');
BEGIN
  IF keeps = 'tens' THEN RETURN NULL; END IF;
  PERFORM CASE WHEN keeps <> 'on' THEN sum_days(kept.company_id, kept.account_key, kept.month) END,
      CASE WHEN NOT kept.has_ads AND kept.tens > 0
        THEN sum_tens(kept.company_id, kept.account_key, kept.month, ARRAY(SELECT generate_series(1, kept.tens))) END,
      CASE WHEN kept.has_ads AND keeps <> 'on' THEN sum_ads(kept.company_id, kept.account_key, kept.month) END
    FROM summed_months kept WHERE EXISTS (SELECT FROM changed
      WHERE changed.account_key = kept.account_key AND date_trunc('month', changed.day) = kept.month);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_account_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM summed_months WHERE account_key = OLD.id;
  DELETE FROM account_days WHERE account_key = OLD.id;
  DELETE FROM campaign_days WHERE account_key = OLD.id;
  DELETE FROM ad_months WHERE account_key = OLD.id;
  DELETE FROM ad_tens WHERE account_key = OLD.id;
  DELETE FROM ad_quarters WHERE account_key = OLD.id;
  DELETE FROM ad_days WHERE account_key = OLD.id;
  DELETE FROM ad_days_superseded WHERE account_key = OLD.id;
  RETURN OLD;
END $$;
