-- That this database was put back from a backup. What happened between the backup and the restore is not in it.
CREATE TABLE restores (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  backup_taken_at timestamptz NOT NULL,
  backup_version text NOT NULL,
  restored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- null: it is held, and nothing is done until its operator says so.
  resumed_at timestamptz
);

-- Since when what this item makes may exist without our knowing, because a backup was restored; null: all there is stands in the journal.
ALTER TABLE batch_items ADD COLUMN look_since timestamptz;
