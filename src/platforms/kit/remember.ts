import type { CallOptions } from './http/call.ts'

/** What is above an ad hardly changes; many items of a launch ask for the same ones. */
const rememberMs = 60_000
const maxRemembered = 2_000

export type Read<T, O extends CallOptions = CallOptions> = (accountId: string, id: string, options: O) => Promise<T>

/** Reads each thing once in a while, whoever asks. */
export function remember<T, O extends CallOptions = CallOptions>(read: Read<T, O>): Read<T, O> {
  const known = new Map<string, { until: number; value: Promise<T> }>()
  return (accountId, id, options) => {
    const key = `${accountId} ${id}`
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.value
    const value = read(accountId, id, options)
    if (known.size >= maxRemembered) known.clear()
    known.set(key, { until: Date.now() + rememberMs, value })
    // A failure is not worth remembering.
    value.catch(() => known.delete(key))
    return value
  }
}
