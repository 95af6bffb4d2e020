-- Credentials for a platform, sealed. Without a row here a platform's driver talks to the sandbox.
CREATE TABLE connections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  label text NOT NULL,
  sealed_credentials bytea NOT NULL,
  state text NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'expiring', 'broken')),
  state_reason text,
  scopes text[] NOT NULL DEFAULT '{}',
  expires_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, platform, label)
);

-- What the platforms said about ad accounts when last asked.
CREATE TABLE ad_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  workspace_id bigint NOT NULL REFERENCES workspaces,
  connection_id bigint REFERENCES connections ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  time_zone text NOT NULL,
  status text NOT NULL,
  is_sandbox boolean NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, platform, account_id)
);
CREATE INDEX ad_accounts_by_account ON ad_accounts (company_id, account_id);

-- When the accounts of a platform were last read, so that lists are fresh without a call each time.
CREATE TABLE account_reads (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  read_at timestamptz NOT NULL,
  error text,
  PRIMARY KEY (company_id, platform)
);

-- What a launch fills in when the caller left it out; account_id '' holds for the whole company.
CREATE TABLE launch_defaults (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  account_id text NOT NULL DEFAULT '',
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, account_id)
);

-- How full a platform says an account's allowance is; shared by all processes.
CREATE TABLE pacing (
  platform text NOT NULL,
  account_id text NOT NULL,
  usage_percent double precision NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  reason text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (platform, account_id)
);
