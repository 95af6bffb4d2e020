-- A stored file. The same content is stored once, however many rows of media show it.
CREATE TABLE media_objects (
  -- Where it lies in the storage. Never used twice: what comes after a removal gets a key of its own.
  key text PRIMARY KEY,
  sha256 text NOT NULL UNIQUE,
  format text NOT NULL,
  size bigint NOT NULL,
  dimensions jsonb NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);

-- Keys in the storage that no object stands for: being written, or to be removed. What a crash leaves here is swept.
CREATE TABLE media_loose (
  key text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One upload of a company.
CREATE TABLE media (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  object_key text NOT NULL REFERENCES media_objects,
  filename text NOT NULL,
  original_name text NOT NULL,
  name text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, filename)
);
CREATE INDEX media_newest ON media (company_id, id DESC);
CREATE INDEX media_object ON media (object_key);
CREATE INDEX media_tags ON media USING gin (tags);

-- The object goes with its last row. Its lock makes rows that come and go at the same moment wait for each other:
-- a new row holds it shared through its foreign key.
CREATE FUNCTION let_go_of_media_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM media_objects WHERE key = OLD.object_key FOR UPDATE;
  IF NOT EXISTS (SELECT 1 FROM media WHERE object_key = OLD.object_key) THEN
    DELETE FROM media_objects WHERE key = OLD.object_key;
    INSERT INTO media_loose (key) VALUES (OLD.object_key) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER media_gone AFTER DELETE ON media FOR EACH ROW EXECUTE FUNCTION let_go_of_media_object();

CREATE TABLE boards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX boards_name ON boards (company_id, lower(name));

CREATE TABLE board_media (
  board_id bigint NOT NULL REFERENCES boards ON DELETE CASCADE,
  media_id bigint NOT NULL REFERENCES media ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (board_id, media_id)
);
CREATE INDEX board_media_media ON board_media (media_id);

CREATE TABLE ad_copy_templates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  title text,
  description text,
  cta text,
  link text,
  variations jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ad_copy_templates_newest ON ad_copy_templates (company_id, id DESC);
