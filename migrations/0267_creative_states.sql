-- What is said of a file as of which days, from one before another: rules ask it, and each beginning is an event.
CREATE TABLE creative_states (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  creative_id bigint NOT NULL REFERENCES creatives ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('new', 'winner', 'scaled', 'tired')),
  from_day date NOT NULL,
  before_day date NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (creative_id, state, from_day)
);
CREATE INDEX creative_states_by_company ON creative_states (company_id);

-- As of which days a company's files were judged: from the first on, and at last.
CREATE TABLE creative_judgings (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  first_day date NOT NULL,
  day date NOT NULL,
  judged_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
