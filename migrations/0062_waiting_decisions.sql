-- What a rule would do about something that there was no room for: it gets the place of one that turned out to need nothing. null: it does not wait.
ALTER TABLE automation_decisions ADD COLUMN waiting jsonb;
