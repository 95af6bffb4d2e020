-- In which workspaces whoever was answered works: only who works in all of these is told the answer again.
-- null: in the whole company; none: it was answered before this was written down.
ALTER TABLE idempotency_keys ADD COLUMN workspaces bigint[] DEFAULT '{}';
ALTER TABLE idempotency_keys ALTER COLUMN workspaces DROP DEFAULT;
