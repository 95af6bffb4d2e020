-- The rule that acts on it instead, because both would change it at the same time; null: there is none.
ALTER TABLE automation_decisions ADD COLUMN met bigint;
CREATE INDEX automation_decisions_met ON automation_decisions (company_id, created_at) WHERE met IS NOT NULL;
