-- By which number the owner of a lane is known to live: its process holds an advisory lock of that number for as long as its session
-- with the database lasts, so that a kill is seen at once and not only when the lease is over. NULL: it goes by its lease alone.
ALTER TABLE lanes ADD COLUMN life integer;

-- 1178878066 is "FDlr".
CREATE FUNCTION living_processes() RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  SELECT objid::bigint::integer FROM pg_catalog.pg_locks
  WHERE locktype = 'advisory' AND classid = 1178878066 AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
$$;
