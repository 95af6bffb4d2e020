CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('standard', 'slack', 'discord', 'telegram')),
  -- Empty: every kind of event.
  events text[] NOT NULL,
  -- The address and the secrets: an address of a chat opens it.
  sealed_target bytea NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text CHECK (disabled_reason IN ('failing', 'gone')),
  -- Every event up to this number is delivered, or has a row in webhook_deliveries.
  cursor bigint NOT NULL,
  -- Attempts that failed since the last one that did not.
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz,
  paused_until timestamptz NOT NULL DEFAULT '-infinity',
  -- One process at a time delivers, so that events come in their order.
  owner text,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhooks_company ON webhooks (company_id, id);

-- One event for one webhook, once it was tried or has to wait.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  seq bigint NOT NULL,
  -- Events of one batch are delivered in their order.
  batch_id bigint,
  type text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz,
  -- What became of each attempt, newest last.
  attempts jsonb NOT NULL DEFAULT '[]',
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (webhook_id, seq)
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, seq) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE state = 'waiting';

-- Release notes of a company's own ad operations.
CREATE TABLE changelog (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  title text NOT NULL,
  body text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  day date NOT NULL,
  -- The entries of the audit log that it tells of.
  audit_entries bigint[] NOT NULL DEFAULT '{}',
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX changelog_company ON changelog (company_id, day DESC, id DESC);
