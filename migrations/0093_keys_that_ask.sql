-- What a key does with a write that spends: it acts, or a person is asked first.
ALTER TABLE api_keys ADD COLUMN spends text NOT NULL DEFAULT 'act' CHECK (spends IN ('act', 'ask'));
DROP TRIGGER api_key_changed ON api_keys;
CREATE TRIGGER api_key_changed
  AFTER UPDATE OF revoked_at, expires_at, scopes, name, user_id, workspace_ids, spends OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION say_api_key_changed();

-- The name of a key that asks and made the rule, changed it, switched it on or had it checked: its mode is at most ask. null: nothing holds it.
ALTER TABLE automations ADD COLUMN held_to_ask text;
-- Somebody had it checked who asks before they spend: whatever the rule's mode, it is at most ask.
ALTER TABLE automation_executions ADD COLUMN asks boolean NOT NULL DEFAULT false;
-- Drafts: the name of a key that asks and made or changed it; null: none did, or a person has saved it since.
ALTER TABLE batches ADD COLUMN asks_for text;
