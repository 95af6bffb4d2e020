CREATE INDEX CONCURRENTLY IF NOT EXISTS batch_items_ad ON batch_items (company_id, ad_id) WHERE ad_id IS NOT NULL;
