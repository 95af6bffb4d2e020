-- Pages that are read for a company, and what was found on them. Kept for a while after the end.
CREATE TABLE research_scrapes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  url text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed')),
  progress int NOT NULL DEFAULT 0,
  attempts int NOT NULL DEFAULT 0,
  -- Whoever took it up is busy with it until then; later it may be taken up again.
  held_until timestamptz NOT NULL DEFAULT now(),
  result jsonb,
  failure jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
-- Few: what is waited for.
CREATE INDEX research_scrapes_open ON research_scrapes (company_id, held_until) WHERE finished_at IS NULL;
CREATE INDEX research_scrapes_over ON research_scrapes (finished_at) WHERE finished_at IS NOT NULL;
