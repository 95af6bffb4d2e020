-- What waited for a webhook when it was switched off is given up: it must not come as a surprise when it is switched on again.
UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, updated_at = now() FROM webhooks
WHERE webhooks.id = webhook_deliveries.webhook_id AND NOT webhooks.enabled AND webhook_deliveries.state = 'waiting';
