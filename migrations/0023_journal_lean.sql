-- Checked for every write of every ad, though it holds by itself: an intent is written down only under a lane that is
-- held, and a lane belongs to a company; an item goes only with its company.
ALTER TABLE journal DROP CONSTRAINT journal_company_id_fkey, DROP CONSTRAINT journal_item_id_fkey;
CREATE FUNCTION forget_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM journal WHERE company_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER company_journal BEFORE DELETE ON companies FOR EACH ROW EXECUTE FUNCTION forget_journal();

-- Nobody reads it.
ALTER TABLE journal DROP COLUMN marker;

-- Only ads are asked about by item and by what they ask for.
DROP INDEX journal_item;
CREATE INDEX journal_ads ON journal (item_id) WHERE kind = 'ad';
DROP INDEX journal_twins;
CREATE INDEX journal_twins ON journal (company_id, platform, account_id, digest) WHERE kind = 'ad' AND state = 'open';
