-- What came of an answer: whoever sends the same one again, as browsers do, is told it and nothing is done twice.
ALTER TABLE answered_questions ADD COLUMN outcome text;
