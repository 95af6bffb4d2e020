-- Mails on their way. What is in them is sealed, and gone once they are sent or given up.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Whom it is for; null: somebody who is invited.
  user_id bigint,
  invite_id bigint REFERENCES invites ON DELETE CASCADE,
  kind text NOT NULL,
  -- Names what it tells, and whom: the same is never written twice.
  once text NOT NULL UNIQUE,
  sealed_message bytea,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- It is of no use any more from then on.
  expires_at timestamptz NOT NULL,
  -- Why it was not sent, without any address.
  problem text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Who leaves is told nothing more.
  FOREIGN KEY (company_id, user_id) REFERENCES memberships (company_id, user_id) ON DELETE CASCADE,
  CHECK ((state = 'waiting') = (sealed_message IS NOT NULL))
);
CREATE INDEX mails_due ON mails (next_at) WHERE state = 'waiting';
CREATE INDEX mails_person ON mails (company_id, user_id);
CREATE INDEX mails_invite ON mails (invite_id);

-- Up to which of a company's events mails were written.
CREATE TABLE mail_cursors (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  seq bigint NOT NULL
);

-- The token that stands in the mail alone: whoever brings it reads what is sent to the address.
ALTER TABLE invites ADD COLUMN mail_token_hash bytea UNIQUE;

-- Whose link it is; null: that of a target, and nobody can tell who uses it.
ALTER TABLE approval_links ADD COLUMN user_id bigint REFERENCES users ON DELETE CASCADE;

-- What somebody wants mails about, in one company.
ALTER TABLE memberships ADD COLUMN mails text[] NOT NULL DEFAULT '{approvals,caps}';

-- Whether it was mailed: otherwise whoever made it has seen it.
ALTER TABLE sign_in_links ADD COLUMN mailed boolean NOT NULL DEFAULT false;
