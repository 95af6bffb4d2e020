-- The batch was cancelled while the ad's fate was open: if it turns out not to exist, it is not sent again.
ALTER TABLE batch_items ADD COLUMN stop_wanted boolean NOT NULL DEFAULT false;
INSERT INTO state_moves VALUES ('item', 'unsure', 'cancelled');
