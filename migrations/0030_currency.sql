-- What the totals of a company are in. null: not settled yet; it is settled once, by most of its accounts.
ALTER TABLE companies ADD COLUMN currency text;

-- One unit of currency is worth rate units of in_currency. Rates for every company have USD on one side, so that any two
-- currencies of a day can be compared.
CREATE TABLE currency_rates (
  -- null: holds for every company. A company's own rates come before those.
  company_id bigint REFERENCES companies ON DELETE CASCADE,
  currency text NOT NULL,
  in_currency text NOT NULL,
  day date NOT NULL,
  rate numeric NOT NULL CHECK (rate > 0 AND rate < 'Infinity'),
  source text NOT NULL,
  -- What a person set is not overwritten by what is read from elsewhere.
  by_hand boolean NOT NULL,
  CHECK (currency <> in_currency),
  UNIQUE NULLS NOT DISTINCT (company_id, currency, in_currency, day)
);
