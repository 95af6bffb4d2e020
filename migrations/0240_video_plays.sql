-- How often videos were played; null: the platform gives no such figure, or it was read before this was kept.
ALTER TABLE ad_days ADD COLUMN plays_3s bigint, ADD COLUMN plays_15s bigint, ADD COLUMN thruplays bigint;
ALTER TABLE ad_days_superseded ADD COLUMN plays_3s bigint, ADD COLUMN plays_15s bigint, ADD COLUMN thruplays bigint;
