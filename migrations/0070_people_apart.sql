-- An address is somebody's once it was confirmed. Until then a person belongs to the company that invited them; with neither they belong to no company any more.
ALTER TABLE users ADD COLUMN confirmed_at timestamptz;
ALTER TABLE users ADD COLUMN home_company_id bigint REFERENCES companies ON DELETE CASCADE;
ALTER TABLE users ADD CONSTRAINT users_confirmed_or_home CHECK (confirmed_at IS NULL OR home_company_id IS NULL);
DROP INDEX users_email;
CREATE INDEX users_email ON users (lower(email));
CREATE UNIQUE INDEX users_confirmed_email ON users (lower(email)) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX users_home_email ON users (home_company_id, lower(email));

-- A link that the operator made for an address confirms it.
ALTER TABLE sign_in_links ADD COLUMN confirms boolean NOT NULL DEFAULT false;

-- When the person of a session last showed that it is them; null: never, somebody else vouched for them.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz DEFAULT clock_timestamp();
UPDATE sessions SET proven_at = created_at;

-- An invite that a key asked for has no token before a person has confirmed it.
ALTER TABLE invites ALTER COLUMN token_hash DROP NOT NULL;
ALTER TABLE invites ADD COLUMN asked_by text;

/*
 * One person takes the place of another in a company: what the one made and was asked about there is the other's. Sessions, links and passkeys end instead.
 * Every table of a company that refers to users or to memberships follows by itself, and every column "actor" that tells who asked.
 */
CREATE FUNCTION move_person(company bigint, old_id bigint, new_id bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place record;
BEGIN
  DELETE FROM sessions WHERE company_id = company AND user_id = old_id;
  DELETE FROM sign_in_links WHERE company_id = company AND user_id = old_id;
  IF EXISTS (SELECT FROM memberships WHERE company_id = company AND user_id = new_id) THEN
    DELETE FROM member_workspaces WHERE company_id = company AND user_id = old_id;
  ELSE
    INSERT INTO memberships (company_id, user_id, role, created_at)
    SELECT company_id, new_id, role, created_at FROM memberships WHERE company_id = company AND user_id = old_id;
  END IF;
  FOR place IN
    SELECT DISTINCT c.conrelid::regclass AS of_table, a.attname AS of_column
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[array_upper(c.conkey, 1)]
    JOIN pg_attribute own ON own.attrelid = c.conrelid AND own.attname = 'company_id' AND NOT own.attisdropped
    WHERE c.contype = 'f' AND c.confrelid IN ('users'::regclass, 'memberships'::regclass) AND c.conrelid <> 'memberships'::regclass
  LOOP
    EXECUTE format('UPDATE %s SET %I = $1 WHERE company_id = $2 AND %I = $3', place.of_table, place.of_column, place.of_column)
      USING new_id, company, old_id;
  END LOOP;
  FOR place IN
    SELECT a.attrelid::regclass AS of_table
    FROM pg_attribute a
    JOIN pg_attribute own ON own.attrelid = a.attrelid AND own.attname = 'company_id' AND NOT own.attisdropped
    JOIN pg_class t ON t.oid = a.attrelid AND t.relkind = 'r' AND t.relnamespace = current_schema()::text::regnamespace
    WHERE a.attname = 'actor' AND a.atttypid = 'jsonb'::regtype
  LOOP
    EXECUTE format('UPDATE %s SET actor = jsonb_set(actor, ''{id}'', to_jsonb($1)) WHERE company_id = $2 AND actor @> jsonb_build_object(''kind'', ''user'', ''id'', $3)', place.of_table)
      USING new_id, company, old_id;
    EXECUTE format('UPDATE %s SET actor = jsonb_set(actor, ''{userId}'', to_jsonb($1)) WHERE company_id = $2 AND actor @> jsonb_build_object(''kind'', ''key'', ''userId'', $3)', place.of_table)
      USING new_id, company, old_id;
  END LOOP;
  -- Processes remember whose key it is.
  PERFORM pg_notify('api_key_changed', encode(key_hash, 'hex')) FROM api_keys WHERE company_id = company AND user_id = new_id;
  DELETE FROM memberships WHERE company_id = company AND user_id = old_id;
END $$;

-- Nobody has confirmed an address so far: who is in several companies is somebody else in each. The oldest membership keeps the person and their passkeys.
DO $$
DECLARE
  joined record;
  new_id bigint;
  sessions_ended bigint;
BEGIN
  UPDATE users u SET home_company_id = (
    SELECT company_id FROM memberships m WHERE m.user_id = u.id ORDER BY m.created_at, m.company_id LIMIT 1);
  FOR joined IN
    SELECT m.company_id, m.user_id, u.email, u.name, u.home_company_id
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.company_id <> u.home_company_id ORDER BY m.user_id, m.company_id
  LOOP
    SELECT count(*) INTO sessions_ended FROM sessions WHERE company_id = joined.company_id AND user_id = joined.user_id;
    INSERT INTO users (email, name, home_company_id) VALUES (joined.email, joined.name, joined.company_id) RETURNING id INTO new_id;
    PERFORM move_person(joined.company_id, joined.user_id, new_id);
    INSERT INTO events (company_id, kind, detail) VALUES (joined.company_id, 'person.separated',
      jsonb_build_object('personId', new_id, 'name', joined.name, 'formerPersonId', joined.user_id, 'endedSessions', sessions_ended));
    PERFORM append_audit(joined.company_id, ARRAY[json_build_object(
      'actor', json_build_object('kind', 'system', 'name', 'migration'), 'action', 'separate_person',
      'targets', json_build_array('person:' || new_id, 'person:' || joined.user_id), 'requestId', NULL, 'outcome', 'done', 'asked', NULL,
      'before', json_build_object('id', joined.user_id), 'after', json_build_object('id', new_id, 'endedSessions', sessions_ended), 'error', NULL)]);
    RAISE WARNING '% was in several companies and has never confirmed the address: in company % they are person % now instead of %. They are signed out there and sign in by a new link (flightdeck login-link --email % --company %); their passkeys stay in company %.',
      joined.email, (SELECT slug FROM companies WHERE id = joined.company_id), new_id, joined.user_id, joined.email,
      (SELECT slug FROM companies WHERE id = joined.company_id), (SELECT slug FROM companies WHERE id = joined.home_company_id);
  END LOOP;
END $$;

-- Somebody whose address was never confirmed is in the company that invited them, and nowhere else.
CREATE FUNCTION hold_people_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND confirmed_at IS NULL AND home_company_id IS DISTINCT FROM NEW.company_id) THEN
    RAISE EXCEPTION 'person % was never confirmed, and belongs to another company than %', NEW.user_id, NEW.company_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER memberships_apart BEFORE INSERT OR UPDATE OF company_id, user_id ON memberships
  FOR EACH ROW EXECUTE FUNCTION hold_people_apart();
