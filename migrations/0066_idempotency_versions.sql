-- Which way a row's hash was made. Rows without it are from before, and may have been made either way.
ALTER TABLE idempotency_keys ADD COLUMN hash_version int;
