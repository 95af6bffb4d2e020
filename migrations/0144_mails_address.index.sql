CREATE INDEX CONCURRENTLY IF NOT EXISTS mails_address ON mails (address_hash, created_at) WHERE address_hash IS NOT NULL;
