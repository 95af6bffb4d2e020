/**
 * What the database itself sees broken, statement by statement, whoever wrote it. It is written down with the change, so that what was
 * undone does not count. And what makes the database as it was before the first seed.
 */
export const oracle = `
CREATE TABLE sim_breaches (text text NOT NULL);
CREATE TABLE sim_calls (key text PRIMARY KEY, batch_id bigint);
INSERT INTO companies (id, slug, name) OVERRIDING SYSTEM VALUE VALUES (1, 'simulated', 'Simulated');
INSERT INTO workspaces (id, company_id, name, slug, is_default) OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Simulated', 'simulated', true);
INSERT INTO ad_accounts (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, is_sandbox)
SELECT 1, 1, 'simulated', 'account-' || n, 'Account', 'EUR', 'UTC', 'active', false FROM generate_series(0, 1) AS n;

-- Which processes have their session with the database.
CREATE TABLE sim_living (life integer PRIMARY KEY);
CREATE OR REPLACE FUNCTION living_processes() RETURNS SETOF integer LANGUAGE sql STABLE AS $$ SELECT life FROM sim_living $$;

-- Which process owns a lane: whoever raised its fence last.
CREATE TABLE sim_owners (account_id text PRIMARY KEY, process text NOT NULL);

-- Whether a worker writes in a lane that is another's.
CREATE FUNCTION sim_is_others(account text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sim_owners WHERE account_id = account AND current_setting('application_name') LIKE 'worker%'
    AND process <> current_setting('application_name'))
$$;

CREATE FUNCTION sim_lane() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.fence <> OLD.fence AND NEW.fence <> OLD.fence + 1 THEN
    INSERT INTO sim_breaches VALUES (format('the fence of %s went from %s to %s', NEW.account_id, OLD.fence, NEW.fence));
  END IF;
  IF NEW.owner IS DISTINCT FROM OLD.owner AND NEW.owner IS NOT NULL AND NEW.fence = OLD.fence THEN
    INSERT INTO sim_breaches VALUES (format('%s has another owner under the same fence', NEW.account_id));
  END IF;
  IF NEW.fence <> OLD.fence AND OLD.lease_until > clock_timestamp()
    AND EXISTS (SELECT FROM sim_living WHERE life IS NOT DISTINCT FROM OLD.life) THEN
    INSERT INTO sim_breaches VALUES (format('%s was taken from a living owner whose lease was not over', NEW.account_id));
  END IF;
  IF NEW.fence <> OLD.fence THEN
    INSERT INTO sim_owners VALUES (NEW.account_id, current_setting('application_name'))
    ON CONFLICT (account_id) DO UPDATE SET process = excluded.process;
  END IF;
  IF NEW.lease_until > clock_timestamp() + interval '10 seconds' THEN
    INSERT INTO sim_breaches VALUES (format('%s is held for too long', NEW.account_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sim_lane AFTER UPDATE ON lanes FOR EACH ROW EXECUTE FUNCTION sim_lane();

CREATE FUNCTION sim_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lane record;
BEGIN
  IF NEW.item_id IS NULL THEN RETURN NULL; END IF;
  SELECT fence, lease_until INTO lane FROM lanes
  WHERE company_id = NEW.company_id AND platform = NEW.platform AND account_id = NEW.account_id;
  -- That an answer was lost may be noted by whoever knows it.
  IF TG_OP = 'UPDATE' AND NEW.state = OLD.state AND NEW.attempt = OLD.attempt THEN RETURN NULL; END IF;
  IF sim_is_others(NEW.account_id) THEN
    INSERT INTO sim_breaches VALUES (format('%s was written down as %s by %s, whose lane it no longer is',
      NEW.key, NEW.state, current_setting('application_name')));
  END IF;
  IF NEW.fence <> lane.fence THEN
    INSERT INTO sim_breaches VALUES (format('%s was written down as %s under fence %s, and the lane is at %s',
      NEW.key, NEW.state, NEW.fence, lane.fence));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sim_journal AFTER INSERT OR UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION sim_journal();

CREATE FUNCTION sim_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sim_is_others(NEW.account_id) THEN
    INSERT INTO sim_breaches VALUES (format('item %s was made %s by %s, whose lane it no longer is',
      NEW.id, NEW.state, current_setting('application_name')));
  END IF;
  IF OLD.state = NEW.state THEN RETURN NULL; END IF;
  IF NEW.state = 'running' AND OLD.run_after > clock_timestamp() THEN
    INSERT INTO sim_breaches VALUES (format('item %s was begun before its pause was over', NEW.id));
  END IF;
  IF NEW.state = 'launched' AND NOT EXISTS (
    SELECT FROM journal WHERE item_id = NEW.id AND kind = 'ad' AND state = 'done' AND platform_id = NEW.ad_id) THEN
    INSERT INTO sim_breaches VALUES (format('item %s is launched, and the journal does not know its ad', NEW.id));
  END IF;
  IF NEW.state IN ('failed', 'cancelled') AND EXISTS (
    SELECT FROM journal WHERE item_id = NEW.id AND kind = 'ad' AND state IN ('open', 'done')) THEN
    INSERT INTO sim_breaches VALUES (format('item %s is %s, and its ad may exist', NEW.id, NEW.state));
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sim_item AFTER UPDATE ON batch_items DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.tries <> NEW.tries OR OLD.run_after <> NEW.run_after)
  EXECUTE FUNCTION sim_item();

-- Every state that a connection came to, and every token that was stored.
CREATE TABLE sim_states (was text, state text NOT NULL, reason text);
CREATE TABLE sim_tokens (token text PRIMARY KEY);
CREATE FUNCTION sim_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sim_tokens VALUES (convert_from(NEW.sealed_credentials, 'UTF8')::json ->> 'accessToken') ON CONFLICT DO NOTHING;
  IF TG_OP = 'UPDATE' AND OLD.state <> NEW.state THEN
    INSERT INTO sim_states VALUES (OLD.state, NEW.state, NEW.state_reason);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sim_connection AFTER INSERT OR UPDATE ON connections FOR EACH ROW EXECUTE FUNCTION sim_connection();

CREATE FUNCTION sim_reset() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$
BEGIN
  DELETE FROM sim_breaches;
  DELETE FROM sim_calls;
  DELETE FROM sim_owners;
  DELETE FROM sim_living;
  DELETE FROM sim_states;
  DELETE FROM sim_tokens;
  UPDATE ad_accounts SET connection_id = NULL, status = 'active' WHERE connection_id IS NOT NULL;
  DELETE FROM connection_renewals;
  DELETE FROM connection_accounts;
  DELETE FROM platform_ways;
  DELETE FROM account_reads;
  DELETE FROM connections;
  DELETE FROM audit_log;
  DELETE FROM audit_heads;
  DELETE FROM audit_open;
  DELETE FROM events;
  DELETE FROM event_heads;
  DELETE FROM often_tried;
  DELETE FROM late_looks;
  DELETE FROM second_ads;
  DELETE FROM often_tried_counts;
  DELETE FROM journal;
  DELETE FROM batch_items;
  DELETE FROM batches;
  DELETE FROM lanes;
  PERFORM setval(pg_get_serial_sequence(name, 'id'), 1, false)
  FROM unnest(ARRAY['events', 'journal', 'batch_items', 'batches']) AS name;
END $$;

ALTER TABLE events SET (autovacuum_enabled = false);
ALTER TABLE journal SET (autovacuum_enabled = false);
ALTER TABLE batch_items SET (autovacuum_enabled = false);
ALTER TABLE batches SET (autovacuum_enabled = false);
ALTER TABLE lanes SET (autovacuum_enabled = false);
ALTER TABLE often_tried SET (autovacuum_enabled = false);
`
