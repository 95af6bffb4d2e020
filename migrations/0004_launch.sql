CREATE TABLE batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  slug text NOT NULL UNIQUE,
  name text,
  state text NOT NULL CHECK (state IN ('draft', 'queued', 'processing', 'success', 'error', 'partial', 'cancelled')),
  request jsonb NOT NULL,
  total_ads int NOT NULL,
  launched_ads int NOT NULL DEFAULT 0,
  failed_ads int NOT NULL DEFAULT 0,
  cancelled_ads int NOT NULL DEFAULT 0,
  created_by_key bigint REFERENCES api_keys ON DELETE SET NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  queued_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX batches_company ON batches (company_id, id DESC);

-- One ad in one ad set.
CREATE TABLE batch_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
  ad_index int NOT NULL,
  platform text NOT NULL,
  account_id text NOT NULL,
  ad_set_id text NOT NULL,
  ad_set_label text,
  ad_name text NOT NULL,
  client_ref text,
  ad jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'running', 'launched', 'failed', 'unsure', 'cancelled', 'undone')),
  step text,
  -- Orderly attempts that ended in "try again later".
  tries int NOT NULL DEFAULT 0,
  -- Attempts that were begun and never came to an orderly end: the worker died in them.
  starts int NOT NULL DEFAULT 0,
  run_after timestamptz NOT NULL DEFAULT now(),
  ad_id text,
  creative_id text,
  failure jsonb,
  finished_at timestamptz,
  UNIQUE (batch_id, ad_index, ad_set_id)
);
CREATE INDEX batch_items_open ON batch_items (company_id, platform, account_id, id)
  WHERE state IN ('waiting', 'running', 'unsure');
CREATE INDEX batch_items_due ON batch_items (run_after) WHERE state IN ('waiting', 'running', 'unsure');

-- One lane per ad account. Its owner alone writes to that account; every change of owner raises the fence.
CREATE TABLE lanes (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  owner text,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (company_id, platform, account_id)
);

-- Every write to a platform: the intent is committed before it is sent, and closed with the platform's answer.
CREATE TABLE journal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  account_id text NOT NULL,
  batch_id bigint REFERENCES batches ON DELETE SET NULL,
  item_id bigint REFERENCES batch_items ON DELETE SET NULL,
  kind text NOT NULL,
  -- What makes two writes the same write: a second one with this key finds the first.
  key text NOT NULL,
  -- What the write is marked with on the platform, so that it can be found again.
  marker text NOT NULL,
  digest bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done', 'refused', 'absent')),
  fence bigint NOT NULL,
  attempt int NOT NULL DEFAULT 1,
  platform_id text,
  answer jsonb,
  first_intent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  intent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- From then on, what cannot be found on the platform does not exist there.
  certain_after timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (company_id, platform, account_id, key)
);
CREATE INDEX journal_batch ON journal (batch_id, id);
CREATE INDEX journal_item ON journal (item_id, id);

CREATE TABLE batch_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
  item_id bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX batch_events_batch ON batch_events (batch_id, id);

CREATE FUNCTION say_batch_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('batch_event', NEW.batch_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER batch_event AFTER INSERT ON batch_events FOR EACH ROW EXECUTE FUNCTION say_batch_event();
