-- Whoever is about to send a creative into an ad set holds its place before guards are asked: who comes second is told before anything is let
-- through for them. Without a batch it is such a hold, and over with its time.
ALTER TABLE creative_graduations ALTER COLUMN batch_id DROP NOT NULL,
  ADD COLUMN claimed_by text, ADD COLUMN claimed_until timestamptz;
