/** What an image may have at most, told before it is decoded. */
export const maxMegapixels = 50
/** An interlaced or progressive image is held whole while it is decoded; others are decoded line by line. */
export const maxMegapixelsHeldWhole = 30
/** All frames of an animation together: they are decoded one by one, so this limits time, not memory. */
export const maxAnimationMegapixels = 250
