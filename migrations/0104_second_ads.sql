-- Whether an answer to the write was ever lost, or it was looked for in vain: it was sent, and nobody heard what became of it.
ALTER TABLE journal ADD COLUMN in_doubt boolean NOT NULL DEFAULT false;

CREATE FUNCTION doubt_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.in_doubt := true;
  RETURN NEW;
END $$;
-- What was not sent is closed at once; what was looked for in vain, when it is certain.
CREATE TRIGGER write_doubted BEFORE UPDATE ON journal
  FOR EACH ROW WHEN (NEW.kind = 'ad' AND (NEW.lost > OLD.lost
    OR OLD.state = 'open' AND NEW.state = 'absent' AND OLD.certain_after <= clock_timestamp())) EXECUTE FUNCTION doubt_write();

-- Writes of ads that were in doubt and sent again, or given up: should what they made appear later than a request can live, it is noticed
-- by one more look.
CREATE TABLE late_looks (
  journal_id bigint PRIMARY KEY REFERENCES journal ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0
);
CREATE INDEX late_looks_due ON late_looks (due_at);

CREATE FUNCTION look_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_looks AS known (journal_id, company_id, due_at)
  VALUES (NEW.id, NEW.company_id, clock_timestamp() + interval '30 minutes')
  ON CONFLICT (journal_id) DO UPDATE SET due_at = excluded.due_at, tries = 0;
  RETURN NULL;
END $$;
CREATE TRIGGER write_closed AFTER UPDATE OF state ON journal
  FOR EACH ROW WHEN (NEW.kind = 'ad' AND NEW.item_id IS NOT NULL AND NEW.in_doubt AND OLD.state = 'open'
    AND (NEW.state = 'done' AND NEW.attempt > 1 OR NEW.state = 'absent')) EXECUTE FUNCTION look_late();

-- Ads that are there besides the one that an item is known to have made, or that the platform calls by the id of another one.
CREATE TABLE second_ads (
  item_id bigint NOT NULL REFERENCES batch_items ON DELETE CASCADE,
  ad_id text NOT NULL,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  how text NOT NULL CHECK (how IN ('late', 'same_id')),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (item_id, ad_id)
);
