-- Why an ad waits, for people who watch its batch. Read only while the ad waits: nobody takes it away afterwards.
ALTER TABLE batch_items ADD COLUMN wait_reason text;
CREATE INDEX batch_items_wait_reason ON batch_items (batch_id)
  WHERE wait_reason IS NOT NULL AND state IN ('waiting', 'running', 'unsure');
