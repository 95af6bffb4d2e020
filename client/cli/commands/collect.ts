/** As many entries as are asked for, over all pages. */
export async function collect<T>(entries: AsyncIterable<T>, most = Infinity): Promise<T[]> {
  const found: T[] = []
  if (most <= 0) return found
  for await (const entry of entries) {
    found.push(entry)
    if (found.length >= most) break
  }
  return found
}
