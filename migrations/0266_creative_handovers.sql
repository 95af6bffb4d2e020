-- Ads of a creative that end once the ad that takes their place runs, because whoever sent it into another ad set wanted that.
CREATE TABLE creative_handovers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
  creative_id bigint NOT NULL REFERENCES creatives ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  ad_id text NOT NULL,
  asked_by text NOT NULL,
  -- ended: its end is kept as any other (kept_ends); stays: it goes on, and why.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ended', 'stays')),
  reason text,
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (batch_id, platform, account_id, ad_id)
);
CREATE INDEX creative_handovers_due ON creative_handovers (next_at) WHERE state = 'waiting';
CREATE INDEX creative_handovers_by_company ON creative_handovers (company_id);
CREATE INDEX creative_handovers_by_creative ON creative_handovers (creative_id);
