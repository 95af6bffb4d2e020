CREATE INDEX CONCURRENTLY IF NOT EXISTS approval_links_user ON approval_links (user_id);
