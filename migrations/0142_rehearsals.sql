-- What launching through a connection would meet: every read that it needs, and what the platform says to creates by its own dry run.
CREATE TABLE connection_rehearsals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id bigint NOT NULL REFERENCES connections ON DELETE CASCADE,
  account_ids text[] NOT NULL,
  -- In the name of all that is tried, so that what a dry run has made after all is found and removed.
  marker text NOT NULL,
  -- Set before the first create is tried: until somebody has looked for the marker, it may have made something.
  may_have_made boolean NOT NULL DEFAULT false,
  by text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done')),
  progress int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  held_until timestamptz NOT NULL DEFAULT now(),
  checklist jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX connection_rehearsals_connection ON connection_rehearsals (company_id, connection_id, id DESC);
CREATE UNIQUE INDEX connection_rehearsals_open ON connection_rehearsals (connection_id) WHERE finished_at IS NULL;
