-- How a connection came to be, and where it leads: by consent or by a pasted token, to the platform or to its simulator.
ALTER TABLE connections
  ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false,
  ADD COLUMN origin text NOT NULL DEFAULT 'paste' CHECK (origin IN ('paste', 'consent')),
  -- As whom the platform knows whoever consented.
  ADD COLUMN identity text,
  -- When the part that is renewed with ends (a refresh token), where there is one and the platform says so.
  ADD COLUMN renewable_until timestamptz;
