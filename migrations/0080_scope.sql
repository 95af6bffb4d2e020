-- The workspaces that somebody's key, rule or webhook reaches: those that it was given (null: all), and of these no more than
-- its maker has today. null: all of the company's.
CREATE FUNCTION workspaces_left(company bigint, maker bigint, given bigint[]) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN own IS NULL THEN given WHEN given IS NULL THEN own ELSE ARRAY(SELECT unnest(own) INTERSECT SELECT unnest(given)) END
  FROM (SELECT array_agg(workspace_id) AS own FROM member_workspaces WHERE company_id = company AND user_id = maker) AS limits
$$;

ALTER TABLE api_keys ADD COLUMN workspace_ids bigint[];
ALTER TABLE automations ADD COLUMN made_by bigint REFERENCES users ON DELETE SET NULL, ADD COLUMN workspace_ids bigint[];
ALTER TABLE webhooks ADD COLUMN made_by bigint REFERENCES users ON DELETE SET NULL, ADD COLUMN workspace_ids bigint[];
ALTER TABLE invites ADD COLUMN made_by bigint REFERENCES users ON DELETE SET NULL;

-- Who leaves a company has no workspaces any more, which must not read as all of them: what they made keeps what it reached.
CREATE FUNCTION keep_reach() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_keys SET workspace_ids = workspaces_left(company_id, user_id, workspace_ids)
  WHERE company_id = OLD.company_id AND user_id = OLD.user_id AND revoked_at IS NULL;
  UPDATE automations SET workspace_ids = workspaces_left(company_id, made_by, workspace_ids)
  WHERE company_id = OLD.company_id AND made_by = OLD.user_id;
  UPDATE webhooks SET workspace_ids = workspaces_left(company_id, made_by, workspace_ids)
  WHERE company_id = OLD.company_id AND made_by = OLD.user_id;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_reach BEFORE DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION keep_reach();

-- Nor must the end of a workspace: it stays while somebody works in it.
ALTER TABLE member_workspaces DROP CONSTRAINT member_workspaces_workspace_id_fkey;
ALTER TABLE member_workspaces ADD CONSTRAINT member_workspaces_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces;

-- Whoever is let in is remembered, and streams go on for long: every process hears when somebody may do less, or other things.
CREATE FUNCTION say_caller_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caller_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION say_caller_changed();
CREATE TRIGGER membership_changed AFTER UPDATE OF role OR DELETE ON memberships FOR EACH STATEMENT EXECUTE FUNCTION say_caller_changed();
CREATE TRIGGER member_workspaces_changed AFTER INSERT OR UPDATE OR DELETE ON member_workspaces
  FOR EACH STATEMENT EXECUTE FUNCTION say_caller_changed();
DROP TRIGGER api_key_changed ON api_keys;
CREATE TRIGGER api_key_changed
  AFTER UPDATE OF revoked_at, expires_at, scopes, name, user_id, workspace_ids OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION say_api_key_changed();

-- What an event or a question is about, as '<platform> <account>': whoever works in some workspaces sees those that lie in them
-- whole. null: it says so itself (an ad of a batch), or it is the company's.
ALTER TABLE events ADD COLUMN accounts text[];
ALTER TABLE approvals ADD COLUMN accounts text[];
UPDATE events SET accounts = ARRAY[detail->>'platform' || ' ' || (detail->>'accountId')]
WHERE batch_id IS NULL AND kind IN ('automation.notified', 'spend.anomaly', 'sync.failed');
UPDATE approvals SET accounts = ARRAY[about->>'platform' || ' ' || (about->>'accountId')] WHERE about->>'accountId' IS NOT NULL;
UPDATE events SET accounts = asked.accounts FROM approvals AS asked
WHERE events.batch_id IS NULL AND kind LIKE 'approval.%' AND asked.company_id = events.company_id
  AND asked.id = (detail->>'approvalId')::bigint;
UPDATE events SET accounts = ARRAY[guard.platform || ' ' || guard.account_id] FROM spend_guards AS guard
WHERE events.batch_id IS NULL AND (kind LIKE 'spend.%' OR kind = 'guard.changed') AND guard.company_id = events.company_id
  AND guard.id = (detail->>'guardId')::bigint AND guard.account_id IS NOT NULL AND guard.platform IS NOT NULL;

-- Drafts: the account of each ad (null: none yet), and the workspaces of who wrote it last (null: all of them).
ALTER TABLE batches ADD COLUMN ad_accounts text[], ADD COLUMN written_within bigint[];
UPDATE batches SET ad_accounts = ARRAY(
  SELECT ad->>'adAccountId' FROM jsonb_array_elements(request->'ads') WITH ORDINALITY AS ads (ad, place) ORDER BY place)
WHERE state = 'draft' AND jsonb_typeof(request->'ads') = 'array';
