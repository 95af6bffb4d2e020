-- Every backup that was taken of this database, so that whoever asks knows when the last whole one was. It is of the installation, not of
-- a company.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file text NOT NULL,
  taken_at timestamptz NOT NULL,
  bytes bigint NOT NULL,
  -- When it was read to its last byte; null: it could not be, and the problem says why.
  verified_at timestamptz,
  problem text
);
