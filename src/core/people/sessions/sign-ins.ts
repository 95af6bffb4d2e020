import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { hashToken } from '../token.ts'
import type { TokenKind } from './tokens-out.ts'

const windowMs = 60_000
/** So many wrong links, passkeys and answers of all callers together are looked up in a minute. */
export const wrongSignIns = 30
/** So often the same wrong one is looked up in a minute. */
export const sameTries = 5
const maxRemembered = 10_000
/** While a flood lasts, what was given out is read this far apart, and so many wait for the next reading. */
const readEveryMs = 250
const maxWaiting = 1_000

/** What somebody brings to be let in: 256 random bits that we gave out, or something made up. */
export type Brought = GivenOut | Answer

interface GivenOut {
  kind: TokenKind
  token: string
}

/** What they were asked (for a passkey, or at a provider) tells itself whether it was by us. */
interface Answer {
  kind: 'answer'
  token: string
  isToOurs: boolean
}

/**
 * Counts what opens nothing, by what was tried and in all, never by where it comes from: behind one address there may be many people,
 * and strangers among them. What was given out cannot be guessed, so it is let through at any time; while wrong ones come
 * in floods, what is not among what was given out is refused without being looked up.
 */
export interface SignInTries {
  /** Makes the attempt; null, or a failure: it opened nothing, and is counted. Refuses (429) what is one too many. */
  attempt<T>(brought: Brought, run: () => Promise<T | null>): Promise<T | null>
}

/** Digests, in hexadecimal, of everything of a kind that opens something now; null: it is too much to tell. */
type ReadOut = (kind: TokenKind) => Promise<Set<string> | null>

export function createSignInTries(readOut: ReadOut, now: () => number = () => performance.now()): SignInTries {
  const failures = createFailures(now)
  const out = createOut(readOut)
  return {
    async attempt(brought, run) {
      const digest = hashToken(brought.token).toString('hex')
      const waitMs = failures.waitOf(digest) ?? ((await isFlooding(brought, digest)) ? failures.floodMs() : null)
      if (waitMs !== null) {
        failures.note(digest)
        throw tooMany(Math.max(1, Math.ceil(waitMs / 1000)))
      }
      try {
        const done = await run()
        if (done === null) failures.note(digest)
        return done
      } catch (error) {
        // Whoever has to sign in first holds a good token.
        if (error instanceof AppError && error.code !== 'sign_in_first') failures.note(digest)
        throw error
      }
    },
  }

  async function isFlooding(brought: Brought, digest: string): Promise<boolean> {
    if (failures.floodMs() === 0) return false
    return !(brought.kind === 'answer' ? brought.isToOurs : await out.has(brought.kind, digest))
  }
}

function createFailures(now: () => number) {
  const times: number[] = []
  const same = new Map<string, { count: number; since: number }>()
  return {
    note(digest: string): void {
      times.push(now())
      if (times.length > wrongSignIns) times.shift()
      const known = same.get(digest)
      const seen = known && now() - known.since < windowMs ? known : { count: 0, since: now() }
      seen.count++
      same.delete(digest)
      same.set(digest, seen)
      if (same.size > maxRemembered) same.delete(required(same.keys().next().value, 'oldest address'))
    },
    /** How long until the same may be tried again; null: it may now. */
    waitOf(digest: string): number | null {
      const known = same.get(digest)
      const left = known ? known.since + windowMs - now() : 0
      return known && known.count >= sameTries && left > 0 ? left : null
    },
    /** How long what fails is still a flood; 0: it is none. */
    floodMs(): number {
      return times.length < wrongSignIns ? 0 : Math.max(0, required(times[0], 'first time') + windowMs - now())
    },
  }
}

/** What was given out, read for all who wait at once. */
function createOut(readOut: ReadOut) {
  const known = new Map<TokenKind, Set<string> | null>()
  const coming = new Map<TokenKind, Promise<void>>()
  const begun = new Set<TokenKind>()
  let waiting = 0

  async function read(kind: TokenKind): Promise<void> {
    // Whoever comes during the pause is in time for this reading, and whoever comes during the reading waits for the next.
    await delay(begun.has(kind) ? readEveryMs : 0)
    begun.add(kind)
    coming.delete(kind)
    known.set(kind, await readOut(kind))
  }

  async function nextReading(kind: TokenKind): Promise<void> {
    const next = coming.get(kind) ?? read(kind)
    coming.set(kind, next)
    waiting++
    try {
      await next
    } finally {
      waiting--
    }
  }

  const isIn = (kind: TokenKind, digest: string) => {
    const digests = known.get(kind)
    return digests === null || (digests?.has(digest) ?? false)
  }

  return {
    async has(kind: TokenKind, digest: string): Promise<boolean> {
      if (isIn(kind, digest)) return true
      if (waiting >= maxWaiting) return false
      await nextReading(kind)
      return isIn(kind, digest)
    },
  }
}

function tooMany(seconds: number): AppError {
  const text = `This opens nothing, and too many tries to sign in have failed. Wrong ones are looked at again in ${seconds} s; a link or passkey that is good works at any time.`
  return new AppError('rate_limit_exceeded', text, { retryAfterSeconds: seconds }, { 'retry-after': String(seconds) })
}
