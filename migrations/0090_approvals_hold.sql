-- What the digest of an approval is of, to tell what is different when it is no longer the same.
ALTER TABLE approvals ADD COLUMN meaning jsonb;

-- For whom it was asked (whose session, key, assistant or rule it was), and the guard that wanted four eyes then: no reference,
-- because removing the guard must not open what was asked under it.
ALTER TABLE approvals ADD COLUMN asked_by_user bigint REFERENCES users ON DELETE SET NULL, ADD COLUMN four_eyes_guard bigint;
UPDATE approvals SET asked_by_user = users.id FROM users
WHERE users.id = CASE actor ->> 'kind' WHEN 'user' THEN (actor ->> 'id')::bigint ELSE (actor ->> 'userId')::bigint END;
UPDATE approvals SET asked_by_user = rule.made_by FROM automations AS rule
WHERE actor ->> 'kind' = 'automation' AND rule.company_id = approvals.company_id AND rule.id = (actor ->> 'id')::bigint;
UPDATE approvals SET four_eyes_guard = (
  SELECT min(strict.id) FROM spend_guards AS strict
  WHERE strict.company_id = approvals.company_id AND strict.four_eyes
    AND strict.id IN (SELECT (note ->> 'guard')::bigint FROM jsonb_array_elements(why) AS note))
WHERE state = 'waiting';

-- Whether whoever decided is known to be somebody else than who asked, and what they said about it.
ALTER TABLE approvals ADD COLUMN by_other boolean NOT NULL DEFAULT false, ADD COLUMN comment text;

-- When whoever does it took it in hand: of what is approved in one account, one is done after the other.
ALTER TABLE approvals ADD COLUMN claimed_at timestamptz;
