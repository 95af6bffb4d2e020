-- What platforms themselves say whole accounts did, day by day: what is kept of their ads is held against it.
CREATE TABLE account_totals (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  day date NOT NULL,
  read_at timestamptz NOT NULL,
  spend_micros bigint NOT NULL,
  -- null: the platform does not tell it of whole accounts.
  impressions bigint,
  clicks bigint,
  -- Since when the two differ, though the day was read again; null: they do not, or the platform is still counting.
  differs_since timestamptz,
  PRIMARY KEY (account_key, day)
);

-- How the platform counted conversions when the day was read, in words; null: read before this was kept.
ALTER TABLE report_days ADD COLUMN attribution text;
