-- Where a person chooses what is used of a connection, nothing else of it becomes an account of the company, whichever version writes it.
CREATE FUNCTION keep_unchosen_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM connections WHERE id = NEW.connection_id AND company_id = NEW.company_id AND accounts_mode = 'chosen')
    AND NOT EXISTS (SELECT FROM connection_accounts
      WHERE connection_id = NEW.connection_id AND account_id = NEW.account_id AND company_id = NEW.company_id AND is_chosen) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_unchosen_out BEFORE INSERT ON ad_accounts
  FOR EACH ROW WHEN (NEW.connection_id IS NOT NULL) EXECUTE FUNCTION keep_unchosen_out();
