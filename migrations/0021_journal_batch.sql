-- Nobody asks for it: the item knows its batch. Every write of every ad paid for it twice, with an index and a reference.
ALTER TABLE journal DROP COLUMN batch_id;
