-- What stood in a budget before a write of ours lowered or stopped it: should it rise again on the same day, that much is nothing new.
CREATE TABLE lowered_budgets (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  -- The journal's key of the write. Where it came to nothing, nothing was lowered.
  write_key text NOT NULL,
  holder text NOT NULL,
  day date NOT NULL,
  campaign_id text,
  -- In the account's currency.
  from_daily numeric NOT NULL,
  from_once numeric NOT NULL,
  spent_before numeric NOT NULL,
  lowered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, platform, account_id, write_key, holder)
);
CREATE INDEX lowered_budgets_old ON lowered_budgets (lowered_at);
