-- How many ads of a batch were undone is told with every batch of a list, and nearly always none were: counting them must not read the batch.
CREATE INDEX batch_items_undone ON batch_items (batch_id) WHERE state = 'undone';
