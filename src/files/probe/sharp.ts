/** Loaded with the first picture: it brings a library of many megabytes. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Cached operations would keep removed temporary files open and decoded pixels in memory, and answer for a file that was there before under the same name.
  sharp.cache(false)
  return sharp
}
