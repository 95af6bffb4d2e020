/** Loaded with the first picture: it brings a library of many megabytes. */
export async function loadSharp() {
  return (await import('sharp')).default
}
