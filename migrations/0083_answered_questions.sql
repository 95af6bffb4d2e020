-- What somebody is about to answer (the challenge of a passkey, the way back from an identity provider) is sealed in the question
-- itself, so nobody fills a table by asking. Only what was answered well is kept, until it is too old to be answered again.
DROP TABLE sign_in_questions;
CREATE TABLE answered_questions (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
