-- Where everything in this database went to, or came from. It is not copied along.
CREATE TABLE database_moves (
  id uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('out', 'in')),
  -- The other server and database, without a password.
  other text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Out: from then on nobody starts here. In: always there.
  ended_at timestamptz,
  PRIMARY KEY (id, direction)
);
