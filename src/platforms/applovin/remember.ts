import type { CallOptions } from './client.ts'

/** Many items of a launch ask about the same campaign within a minute. */
const rememberMs = 60_000
const mostRemembered = 2_000

export type Read<T> = (accountId: string, id: string, options: CallOptions) => Promise<T>

export function remember<T>(read: Read<T>): Read<T> {
  const known = new Map<string, { until: number; value: Promise<T> }>()
  return (accountId, id, options) => {
    const key = `${accountId} ${id}`
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.value
    const value = read(accountId, id, options)
    if (known.size >= mostRemembered) known.clear()
    known.set(key, { until: Date.now() + rememberMs, value })
    // A failure is not worth remembering.
    value.catch(() => known.delete(key))
    return value
  }
}
