-- What somebody asked to have done about what a rule decided: a suggestion that is accepted, an execution that is taken back.
-- It is there before anything is done, so that whoever comes after a process that died goes on with it.
CREATE TABLE automation_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('accept', 'undo')),
  execution_id bigint NOT NULL REFERENCES automation_executions ON DELETE CASCADE,
  -- null: it is about the whole execution.
  suggestion_id bigint REFERENCES automation_suggestions ON DELETE CASCADE,
  -- As whom it is done, and in which workspaces; null: in all of the company's.
  actor jsonb NOT NULL,
  workspaces bigint[],
  -- By what a repeat of the call is recognised.
  asked_key text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- Whoever works on it holds it for so long.
  lease_until timestamptz,
  run_token text
);
CREATE UNIQUE INDEX automation_requests_accepted ON automation_requests (suggestion_id) WHERE kind = 'accept' AND ended_at IS NULL;
CREATE UNIQUE INDEX automation_requests_undone ON automation_requests (execution_id) WHERE kind = 'undo' AND ended_at IS NULL;
CREATE INDEX automation_requests_open ON automation_requests (lease_until) WHERE ended_at IS NULL;
CREATE INDEX automation_requests_execution ON automation_requests (execution_id, id);

ALTER TABLE automation_executions DROP COLUMN undo_until;
ALTER TABLE automation_executions DROP COLUMN undo_by;
