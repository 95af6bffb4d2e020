-- Under which address a platform shows what an ad looks like, and that picture, made small, once somebody looked. The id is ours.
CREATE TABLE ad_pictures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_key bigint NOT NULL REFERENCES ad_accounts ON DELETE CASCADE,
  ad_id text NOT NULL,
  -- null: the platform shows none.
  address text,
  named_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- WebP; null with read_at: it could not be had then.
  content bytea,
  read_at timestamptz,
  UNIQUE (account_key, ad_id)
);
CREATE INDEX ad_pictures_by_reading ON ad_pictures (company_id, read_at) WHERE content IS NOT NULL;
