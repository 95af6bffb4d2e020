-- The day for which it was told that the guard's cap is reached: once is enough.
ALTER TABLE spend_guards ADD COLUMN reached_for text;

-- Of a mail to somebody who is invited: an address gets only so many in an hour, also where invites are withdrawn.
ALTER TABLE mails ADD COLUMN address_hash bytea;
