-- Every account's connection is there, which was held before too.
ALTER TABLE ad_accounts VALIDATE CONSTRAINT ad_accounts_connection_id_fkey;
