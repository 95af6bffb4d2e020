-- How the driver of the platform reaches the account, in its own words (a manager's id, say): a start need not search again. null: not known.
ALTER TABLE ad_accounts ADD COLUMN way text;
