-- Who made what a platform calls by an id.
CREATE INDEX journal_platform_id ON journal (company_id, platform, account_id, platform_id) WHERE state = 'done';
