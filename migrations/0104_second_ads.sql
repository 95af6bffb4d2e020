-- Writes of ads that were sent more than once, or looked for in vain: should what they made appear later than a request can live, it is
-- noticed by one more look.
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
  FOR EACH ROW WHEN (NEW.kind = 'ad' AND NEW.item_id IS NOT NULL AND OLD.state = 'open'
    AND (NEW.state = 'done' AND NEW.attempt > 1 OR NEW.state = 'absent' AND NEW.lost > 0)) EXECUTE FUNCTION look_late();

-- Ads that are there besides the one that an item is known to have made, or that the platform calls by the id of another one.
CREATE TABLE second_ads (
  item_id bigint NOT NULL REFERENCES batch_items ON DELETE CASCADE,
  ad_id text NOT NULL,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  how text NOT NULL CHECK (how IN ('late', 'same_id')),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (item_id, ad_id)
);
