-- What ads show: a file ('file:' and the hash of what we launched, or what the platform calls it) or a post. The id is ours.
CREATE TABLE creatives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('asset', 'post')),
  key text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (company_id, kind, key)
);

-- Which of them an ad showed from a day on, before another: read with the structure of its account.
CREATE TABLE ad_creatives (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  ad_key bigint NOT NULL REFERENCES report_entities ON DELETE CASCADE,
  asset_id bigint NOT NULL REFERENCES creatives ON DELETE CASCADE,
  post_id bigint REFERENCES creatives ON DELETE CASCADE,
  -- What the platform calls the file, and who speaks in the post.
  platform_asset text,
  speaker text,
  from_day date NOT NULL DEFAULT '-infinity',
  before_day date NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (ad_key, from_day)
);
CREATE INDEX ad_creatives_by_account ON ad_creatives (account_key);
CREATE INDEX ad_creatives_by_asset ON ad_creatives (asset_id);
CREATE INDEX ad_creatives_by_post ON ad_creatives (post_id) WHERE post_id IS NOT NULL;
CREATE INDEX ad_creatives_by_file ON ad_creatives (company_id, platform_asset) WHERE platform_asset IS NOT NULL;

-- How often people had seen an ad in the 7 days up to a day on which it spent: counted by the platform, and never added up.
CREATE TABLE ad_frequencies (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  day date NOT NULL,
  ad_key bigint NOT NULL REFERENCES report_entities ON DELETE CASCADE,
  frequency double precision NOT NULL,
  PRIMARY KEY (account_key, day, ad_key)
);
CREATE INDEX ad_frequencies_by_ad ON ad_frequencies (ad_key);

-- By which numbers a company judges, and how it names its ads; what is not there is as it usually is.
CREATE TABLE creative_settings (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  settings jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A creative that was sent into an ad set: once, whoever asks.
CREATE TABLE creative_graduations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  creative_id bigint NOT NULL REFERENCES creatives ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  ad_set_id text NOT NULL,
  -- 0 the first time; a person may repeat it.
  round int NOT NULL DEFAULT 0,
  batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (company_id, creative_id, platform, account_id, ad_set_id, round)
);
CREATE INDEX creative_graduations_by_batch ON creative_graduations (batch_id);
CREATE INDEX creative_graduations_by_creative ON creative_graduations (creative_id);
