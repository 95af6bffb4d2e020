-- Connections that are kept alive: what a check found, when tokens are due to be had anew, and which renewals were begun.
ALTER TABLE connections
  -- What the daily check found, by what it looked at.
  ADD COLUMN health jsonb,
  ADD COLUMN health_at timestamptz,
  -- From when on its tokens are renewed ahead of their end; null: they are not, or nobody knows their end.
  ADD COLUMN renews_at timestamptz;

-- Written before the platform is asked, while the connection's row is locked, and gone with the answer. One that is found when the row is
-- free belongs to a renewal whose answer nobody has.
CREATE TABLE connection_renewals (
  connection_id bigint PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  began_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Whoever waits for a connection hears of it, whichever statement changed it.
CREATE FUNCTION tell_connection_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('connection_changed', json_build_object('companyId', NEW.company_id, 'platform', NEW.platform)::text);
  RETURN NULL;
END $$;

CREATE TRIGGER connection_changed AFTER UPDATE ON connections FOR EACH ROW
  WHEN (NEW.sealed_credentials IS DISTINCT FROM OLD.sealed_credentials OR NEW.state IS DISTINCT FROM OLD.state)
  EXECUTE FUNCTION tell_connection_changed();
CREATE TRIGGER connection_added AFTER INSERT ON connections FOR EACH ROW EXECUTE FUNCTION tell_connection_changed();
