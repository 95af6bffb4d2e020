-- Since when somebody may see the whole instance: a mark that the command line alone gives. It counts while their address is confirmed.
ALTER TABLE users ADD COLUMN operator_since timestamptz;
