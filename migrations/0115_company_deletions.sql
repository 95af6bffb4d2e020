-- Companies that are to be deleted, and those that were: of these the id and the times are all that is left.
CREATE TABLE company_deletions (
  -- Refers to nothing: it outlives the company.
  company_id bigint PRIMARY KEY,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL,
  -- What is given back should somebody change their mind.
  revoked_keys bigint[] NOT NULL DEFAULT '{}',
  stopped_rules boolean NOT NULL DEFAULT false,
  began_at timestamptz,
  ended_at timestamptz,
  deleted_rows bigint NOT NULL DEFAULT 0
);
