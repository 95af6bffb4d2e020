-- In which account a campaign, ad set or ad was seen, so that whoever names it without an account is led there by one question.
-- A row is a hint and no more: what is there now is asked of the platform.
CREATE TABLE seen_entities (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('campaign', 'adset', 'ad')),
  entity_id text NOT NULL,
  platform text NOT NULL,
  account_id text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, level, entity_id, platform, account_id)
);
CREATE INDEX seen_entities_old ON seen_entities (seen_at);
