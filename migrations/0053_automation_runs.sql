-- Who asked for an execution that no schedule is behind, and by what a repeat of that call is recognised.
ALTER TABLE automation_executions ADD COLUMN asked_by text;
ALTER TABLE automation_executions ADD COLUMN asked_key text;
CREATE UNIQUE INDEX automation_executions_asked ON automation_executions (company_id, asked_key) WHERE asked_key IS NOT NULL;
CREATE INDEX automation_executions_rule ON automation_executions (automation_id, id);

-- Whoever takes an execution back holds it for so long; undone_at: it was taken back as far as that was possible.
ALTER TABLE automation_executions ADD COLUMN undo_until timestamptz;
ALTER TABLE automation_executions ADD COLUMN undo_by text;
ALTER TABLE automation_executions ADD COLUMN undone_at timestamptz;

-- What a rule wants a person to approve: the rule, the entity, the numbers, the writes. null: guards ask.
ALTER TABLE approvals ADD COLUMN about jsonb;
