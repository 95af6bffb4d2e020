CREATE INDEX CONCURRENTLY IF NOT EXISTS connections_renewing ON connections (renews_at) WHERE renews_at IS NOT NULL;
