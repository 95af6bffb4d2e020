-- What was read of an account is held in memory by the processes that judge by it: this tells whether it is still the same.
ALTER TABLE account_structures ADD COLUMN version uuid NOT NULL DEFAULT gen_random_uuid();
