-- Where processes that take uploads into a folder of their own can be asked for what lies in it. null: nowhere.
CREATE TABLE media_addresses (
  folder_id text NOT NULL,
  -- Of one start of one process.
  process text NOT NULL,
  used_by text NOT NULL,
  url text,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (folder_id, process)
);

-- Files that were removed while several folders were in use: whoever has a copy removes it too.
CREATE TABLE removed_media (
  key text PRIMARY KEY,
  removed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX removed_media_time ON removed_media (removed_at);
