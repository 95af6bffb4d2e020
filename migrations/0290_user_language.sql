-- The language that somebody chose for what is sent to them. null: they chose none.
ALTER TABLE users ADD COLUMN language text;
