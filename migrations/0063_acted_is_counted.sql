-- What people accept or approve later counts as well: it is counted from the decisions.
ALTER TABLE automation_executions DROP COLUMN acted;
