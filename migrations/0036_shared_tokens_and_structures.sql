-- Tokens that live for an hour are shared by all processes; whoever renews one holds the connection's row. null: none yet.
ALTER TABLE connections ADD COLUMN sealed_token bytea;

-- The campaigns of an account as they were last read, for platforms on which reading them is dear.
CREATE TABLE campaign_structures (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  campaigns jsonb NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, platform, account_id)
);
