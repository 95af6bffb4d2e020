-- Media from elsewhere are fetched once per batch, by whichever process is first, and lie in the common storage until it ends.
ALTER TABLE batch_media ALTER COLUMN facts DROP NOT NULL;
-- Where the file lies; null before it was fetched and after the batch ended.
ALTER TABLE batch_media ADD COLUMN object_key text;
-- Somebody is fetching it, and says so again before this time.
ALTER TABLE batch_media ADD COLUMN claimed_until timestamptz NOT NULL DEFAULT '-infinity';
-- Few: what is being fetched, and what could not be.
CREATE INDEX batch_media_unknown ON batch_media (batch_id) WHERE facts IS NULL;
CREATE INDEX batch_media_files ON batch_media (batch_id) WHERE object_key IS NOT NULL;

CREATE FUNCTION let_go_of_batch_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_loose (key) VALUES (OLD.object_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER batch_media_gone AFTER DELETE ON batch_media FOR EACH ROW WHEN (OLD.object_key IS NOT NULL)
  EXECUTE FUNCTION let_go_of_batch_media();
