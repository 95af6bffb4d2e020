-- Apps that people have registered in the consoles of platforms, under which consent is asked for.
CREATE TABLE oauth_apps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  platform text NOT NULL,
  sealed_app bytea NOT NULL,
  set_by text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (company_id, platform)
);

-- The same for every company that has none of its own: the operator's alone.
CREATE TABLE shared_oauth_apps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  platform text NOT NULL UNIQUE,
  sealed_app bytea NOT NULL,
  set_by text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
