-- One row that a look at the database's health writes: a server that only reads answers questions, and is not well.
CREATE UNLOGGED TABLE health_beats (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  at timestamptz NOT NULL
);
