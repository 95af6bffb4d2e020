import { AppError } from '../../errors.ts'

const windowMs = 60_000
/** Wrong links, passkeys and answers that one address may bring in a minute. */
export const wrongSignIns = 10
const mostAddresses = 10_000

/** Counts who tries to sign in and cannot, so that nobody tries for long. */
export interface SignInTries {
  /** Refuses an address that has failed too often lately (429). */
  check(address: string | null): void
  failed(address: string | null): void
}

export function createSignInTries(now: () => number = () => performance.now()): SignInTries {
  const failures = new Map<string, number[]>()
  const recent = (address: string) => (failures.get(address) ?? []).filter((at) => at > now() - windowMs)
  return {
    check(address) {
      const times = recent(address ?? '')
      if (times.length < wrongSignIns) return
      const seconds = Math.max(1, Math.ceil((times[0]! + windowMs - now()) / 1000))
      const text = `Too many tries to sign in that failed. The next one passes in ${seconds} s.`
      throw new AppError(
        'rate_limit_exceeded',
        text,
        { retryAfterSeconds: seconds },
        { 'retry-after': String(seconds) },
      )
    },
    failed(address) {
      if (failures.size >= mostAddresses) failures.clear()
      failures.set(address ?? '', [...recent(address ?? ''), now()])
    },
  }
}
