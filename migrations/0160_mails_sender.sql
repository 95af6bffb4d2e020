-- Who had an invite mailed: what one company or one person may send to an address is counted without what others sent it.
ALTER TABLE mails ADD COLUMN sender_id bigint;
