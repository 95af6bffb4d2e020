-- A word that the SECRET_KEY of this database sealed: whoever cannot open it has another key, and would find out only when a secret is needed.
CREATE TABLE secret_canary (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);
