-- Assistants that people connect by consent. What one does is done under a row of api_keys that no key opens: limits, approvals, guards
-- with `by` and what it let run today go by its id, also after it was revoked and connected anew.
ALTER TABLE api_keys ADD COLUMN is_assistant boolean NOT NULL DEFAULT false;

-- Programs that registered themselves. What is known of the others stands in their documents, or in the settings.
CREATE TABLE assistant_clients (
  client_id text PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  address text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When somebody first consented to it: until then it is forgotten after a while.
  consented_at timestamptz
);
CREATE INDEX assistant_clients_unused ON assistant_clients (created_at) WHERE consented_at IS NULL;

-- One of a person in a company: the same, however often it is connected.
CREATE TABLE assistants (
  key_id bigint PRIMARY KEY REFERENCES api_keys ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id text NOT NULL,
  -- By what one that registers itself anew is recognised: where it returns to, without the port of this device.
  returns_to text NOT NULL,
  name text NOT NULL,
  -- The guard that holds its daily limit.
  guard_id bigint,
  connected_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX assistants_person ON assistants (company_id, user_id);

-- A consent, and what came of it: the tokens of one grant end together.
CREATE TABLE assistant_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  key_id bigint NOT NULL REFERENCES assistants ON DELETE CASCADE,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  resource text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'launch', 'manage'] AND cardinality(scopes) > 0),
  -- null: all that the person has.
  workspace_ids bigint[],
  spends text NOT NULL CHECK (spends IN ('act', 'ask')),
  code_hash bytea NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  code_until timestamptz NOT NULL,
  code_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Who leaves takes it with them.
  FOREIGN KEY (company_id, user_id) REFERENCES memberships (company_id, user_id) ON DELETE CASCADE
);
CREATE INDEX assistant_grants_key ON assistant_grants (key_id);
CREATE INDEX assistant_grants_person ON assistant_grants (company_id, user_id);

CREATE TABLE assistant_tokens (
  token_hash bytea PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  grant_id bigint NOT NULL REFERENCES assistant_grants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- Of a refresh token: when another took its place.
  used_at timestamptz
);
CREATE INDEX assistant_tokens_grant ON assistant_tokens (grant_id, created_at);
CREATE INDEX assistant_tokens_over ON assistant_tokens (expires_at);

-- Whoever is let in is remembered.
CREATE TRIGGER assistant_grant_ended AFTER UPDATE OF ended_at OR DELETE ON assistant_grants
  FOR EACH STATEMENT EXECUTE FUNCTION say_caller_changed();
CREATE TRIGGER assistant_token_ended AFTER UPDATE OF expires_at OR DELETE ON assistant_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION say_caller_changed();
