-- Why something that was approved could not be done yet; run_until says when it is tried again.
ALTER TABLE approvals ADD COLUMN held_up text;
