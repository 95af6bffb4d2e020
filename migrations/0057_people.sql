-- Somebody who looks and changes nothing.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
ALTER TABLE memberships ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'admin', 'member', 'viewer'));

-- The workspaces of a company that a person works in; none: all of them.
CREATE TABLE member_workspaces (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  workspace_id bigint NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  PRIMARY KEY (company_id, user_id, workspace_id),
  FOREIGN KEY (company_id, user_id) REFERENCES memberships ON DELETE CASCADE
);

-- Who is signed in, in which browser. Only digests of tokens are kept.
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- The token before the last rotation: calls that were under way may still bring it for a moment.
  earlier_hash bytea,
  rotated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  way text NOT NULL CHECK (way IN ('link', 'passkey', 'oidc', 'invite')),
  browser text,
  address text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (company_id, user_id);
CREATE INDEX sessions_earlier ON sessions (earlier_hash) WHERE earlier_hash IS NOT NULL;

-- Links that sign somebody in, once.
CREATE TABLE sign_in_links (
  token_hash bytea PRIMARY KEY,
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  FOREIGN KEY (company_id, user_id) REFERENCES memberships ON DELETE CASCADE
);

CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- What somebody is about to answer: the challenge of a passkey, or the way back from an identity provider. Each is used once.
CREATE TABLE sign_in_questions (
  token_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('passkey new', 'passkey', 'oidc')),
  -- Whose passkey it is to become.
  user_id bigint REFERENCES users ON DELETE CASCADE,
  answer jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE invites (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  workspace_ids bigint[] NOT NULL DEFAULT '{}',
  token_hash bytea NOT NULL UNIQUE,
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);
CREATE INDEX invites_company ON invites (company_id, id);

-- Who approves what this guard asks for may not be who asked.
ALTER TABLE spend_guards ADD COLUMN four_eyes boolean NOT NULL DEFAULT false;
