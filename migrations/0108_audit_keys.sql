-- Public keys that signed the ends of audit logs before the secret key was changed, each vouched for by the key that came after it.
CREATE TABLE audit_keys (
  public_key text PRIMARY KEY,
  -- When it signed for the first and for the last time; null: it signed nothing.
  signed_from timestamptz,
  signed_until timestamptz,
  replaced_at timestamptz NOT NULL,
  replaced_by text NOT NULL,
  signature text NOT NULL
);
