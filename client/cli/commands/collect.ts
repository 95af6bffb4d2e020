/** As many entries as are asked for, over all pages. */
export async function collect<T>(entries: AsyncIterable<T>, max = Infinity): Promise<T[]> {
  const found: T[] = []
  if (max <= 0) return found
  for await (const entry of entries) {
    found.push(entry)
    if (found.length >= max) break
  }
  return found
}
