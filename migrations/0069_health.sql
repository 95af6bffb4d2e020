-- One row that a look at the database's health writes: a server that only reads answers questions, and is not well.
CREATE UNLOGGED TABLE health_beats (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  at timestamptz NOT NULL
);

-- The folders that processes keep media in, where that is no bucket: more than one in use at a time means that machines do not share theirs.
CREATE TABLE media_folders (
  id text PRIMARY KEY,
  used_by text NOT NULL,
  seen_at timestamptz NOT NULL
);
