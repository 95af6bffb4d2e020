import { required } from '../../src/required.ts'

/** Does the same to all, so many at once. The first failure ends it: what is under way is told by the signal. */
export async function inParallel<T, R>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  const failed = new AbortController()
  const both = AbortSignal.any([signal, failed.signal])
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      both.throwIfAborted()
      const place = next
      next += 1
      results[place] = await work(required(items[place], 'item'), both)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return results
}
