-- Whether everything in a launch or a draft is in the sandbox; null: a draft that names no account, or kept by an older version.
ALTER TABLE batches ADD COLUMN is_sandbox boolean;
