-- An ad belongs to one item. Where a platform stores no mark of ours, two items that look for lost ads of the same name
-- and content could otherwise both take the same one.
-- Serves the same questions.
DROP INDEX journal_platform_id;
CREATE UNIQUE INDEX journal_one_owner ON journal (company_id, platform, account_id, platform_id) WHERE kind = 'ad' AND state = 'done';
-- Open writes that ask for the same thing.
CREATE INDEX journal_twins ON journal (company_id, platform, account_id, digest) WHERE state = 'open';
