-- Lists of campaigns, ad sets and ads that somebody saved: by which filter, sorted how, of which days.
CREATE TABLE views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Whose it is; null: the company's.
  owner_id bigint REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  wishes jsonb NOT NULL,
  -- Who made it, as the audit log names them, and what they were called.
  made_by text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- Of one name each has one.
CREATE UNIQUE INDEX views_by_name ON views (company_id, coalesce(owner_id, 0), lower(name));
