-- Accounts and searches are no rows of report_entities: what a rule looked at is named by its own id. null: entity_keys name it.
ALTER TABLE automation_checks ADD COLUMN entity_ids text[];
UPDATE automation_checks AS checks SET entity_keys = '{}', entity_ids = ARRAY(
  SELECT coalesce(account.account_id, '') FROM unnest(checks.entity_keys) WITH ORDINALITY AS kept (key, place)
  LEFT JOIN ad_accounts AS account ON account.id = kept.key ORDER BY place)
FROM automation_executions AS execution
JOIN automation_versions AS versions ON versions.automation_id = execution.automation_id AND versions.version = execution.version
WHERE execution.id = checks.execution_id AND versions.rule #>> '{scope,level}' = 'account';

-- Of how many a number was missing; null: automation_checks has all of them.
ALTER TABLE automation_executions ADD COLUMN unknown integer;
