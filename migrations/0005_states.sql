-- Which moves there are; src/core/launch/states.ts says what makes them. Every other one is refused.
CREATE TABLE state_moves (
  kind text NOT NULL CHECK (kind IN ('batch', 'item')),
  from_state text NOT NULL,
  to_state text NOT NULL,
  PRIMARY KEY (kind, from_state, to_state)
);
INSERT INTO state_moves VALUES
  ('batch', 'draft', 'queued'),
  ('batch', 'queued', 'processing'),
  ('batch', 'queued', 'error'),
  ('batch', 'queued', 'cancelled'),
  ('batch', 'processing', 'success'),
  ('batch', 'processing', 'partial'),
  ('batch', 'processing', 'error'),
  ('batch', 'processing', 'cancelled'),
  ('batch', 'error', 'queued'),
  ('batch', 'partial', 'queued'),
  ('batch', 'cancelled', 'queued'),
  ('item', 'waiting', 'running'),
  ('item', 'waiting', 'failed'),
  ('item', 'waiting', 'cancelled'),
  ('item', 'running', 'launched'),
  ('item', 'running', 'failed'),
  ('item', 'running', 'waiting'),
  ('item', 'running', 'unsure'),
  ('item', 'running', 'cancelled'),
  ('item', 'unsure', 'running'),
  ('item', 'failed', 'waiting'),
  ('item', 'cancelled', 'waiting'),
  ('item', 'launched', 'undone');

CREATE FUNCTION refuse_unknown_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM state_moves WHERE kind = TG_ARGV[0] AND from_state = OLD.state AND to_state = NEW.state
  ) THEN
    RAISE EXCEPTION 'a % does not move from % to %', TG_ARGV[0], OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER batch_moves BEFORE UPDATE OF state ON batches FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unknown_move('batch');
CREATE TRIGGER item_moves BEFORE UPDATE OF state ON batch_items FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION refuse_unknown_move('item');

-- How far a batch is never goes down while it runs, and what it counts is never more than it has.
ALTER TABLE batches ADD CONSTRAINT batches_counts CHECK (
  launched_ads >= 0 AND failed_ads >= 0 AND cancelled_ads >= 0
  AND launched_ads + failed_ads + cancelled_ads <= total_ads);

-- A draft keeps what was wrong with it when it was saved.
ALTER TABLE batches ADD COLUMN draft_issues jsonb, ADD COLUMN updated_at timestamptz;

-- What the platform said about an item's surroundings when it was first begun.
ALTER TABLE batch_items ADD COLUMN facts jsonb;

CREATE UNIQUE INDEX batch_items_client_ref ON batch_items (batch_id, client_ref, ad_set_id) WHERE client_ref IS NOT NULL;

-- What a launched ad was asked to be and what the platform stored, when it was last looked at.
CREATE TABLE receipts (
  item_id bigint PRIMARY KEY REFERENCES batch_items ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
  asked jsonb NOT NULL,
  stored jsonb,
  differences jsonb NOT NULL,
  error text,
  read_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX receipts_batch ON receipts (batch_id);

-- What the media of a batch turned out to be, so that an ad whose media were used need not fetch them again.
CREATE TABLE batch_media (
  batch_id bigint NOT NULL REFERENCES batches ON DELETE CASCADE,
  url text NOT NULL,
  facts jsonb NOT NULL,
  PRIMARY KEY (batch_id, url)
);
