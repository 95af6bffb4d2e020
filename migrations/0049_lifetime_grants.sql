-- What of a grant is for a lifetime: the rest of it is spent again on every day that is left of a month.
ALTER TABLE spend_grants ADD COLUMN once_amount numeric NOT NULL DEFAULT 0;
