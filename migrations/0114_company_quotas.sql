-- What the operator lets a company use. No row, or null: as much as it likes.
CREATE TABLE company_quotas (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  keys bigint CHECK (keys >= 0),
  ads_a_day bigint CHECK (ads_a_day >= 0),
  media_bytes bigint CHECK (media_bytes >= 0),
  report_rows_a_minute bigint CHECK (report_rows_a_minute >= 0),
  -- What was used of those that are counted by time: it stands for this day, or minute, alone.
  ads_day date NOT NULL DEFAULT '-infinity',
  ads_used bigint NOT NULL DEFAULT 0,
  rows_minute timestamptz NOT NULL DEFAULT '-infinity',
  rows_used bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
