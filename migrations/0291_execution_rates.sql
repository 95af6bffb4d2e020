-- By which rates a rule told amounts in one currency, day by day: rates are corrected later, and what it decided by stays.
ALTER TABLE automation_executions ADD COLUMN conversion jsonb;
