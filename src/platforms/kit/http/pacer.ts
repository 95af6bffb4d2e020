import { setTimeout as delay } from 'node:timers/promises'

/** What a platform said about how much of an account's allowance is used. */
export interface Usage {
  usagePercent: number
  /** Calls are refused until then. */
  blockedForMs?: number
  /** The platform refused a call because there were too many, and this is its word for that. */
  reason?: string
  /** The driver counts calls by itself and keeps within the allowance: nothing is slowed down here. */
  isCounted?: boolean
}

interface PacingRow extends Usage {
  platform: string
  accountId: string
  blockedUntil: Date | null
}

interface KeptPacing {
  usagePercent: number
  blockedUntil: Date | null
  readAt: Date
}

/** Where pacing is shared between processes. */
export interface PacingStore {
  load(platform: string, accountId: string): Promise<KeptPacing | null>
  save(row: PacingRow): Promise<void>
}

/** Keeps calls to an account within what its platform allows. */
export interface Pacer {
  /** Resolves when the account may be called. Throws when the wait would be longer than the caller accepts. */
  ready(accountId: string, maxWaitMs: number, signal?: AbortSignal): Promise<{ waitMs: number }>
  report(accountId: string, usage: Usage): void
  /** A call has waited so long, or would have had to. */
  waited?(accountId: string, ms: number): void
  /** How much of the account's allowance is left, from 0 to 1; null: nothing was said of that lately. */
  left(accountId: string): Promise<number | null>
}

/** Who hears of what calls wait for. */
export interface PacerEars {
  waited(accountId: string, ms: number): void
  /** For how long the platform wants none; 0: it did not say. */
  throttled(accountId: string, ms: number): void
}

interface CachedPace {
  usagePercent: number
  /** What was said last of how full it is, other than by refusing. */
  reported: { percent: number; at: number } | null
  blockedUntil: number
  loadedAt: number
  savedPercent: number
  isCounted?: boolean
}

/** Above this share of the allowance the other processes are told, and calls are spread out. */
const reportAbovePercent = 50
const slowAbovePercent = 75
const stopAtPercent = 95
const trustForMs = 2_000
/** What was said of an allowance holds no longer than this: it is given back as time passes, also while nobody asks. */
const usageHoldsMs = 5 * 60_000

export class MustWait extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super(`The account may be called again in ${Math.ceil(waitMs / 1000)} s.`)
    this.waitMs = waitMs
  }
}

function unheard(loadedAt: number): CachedPace {
  return { usagePercent: 0, reported: null, blockedUntil: 0, loadedAt, savedPercent: 0 }
}

function slowMsOf({ isCounted, usagePercent }: CachedPace): number {
  return !isCounted && usagePercent >= slowAbovePercent ? (usagePercent - slowAbovePercent) * 40 : 0
}

export function createPacer(
  platform: string,
  store: PacingStore,
  now: () => number = Date.now,
  ears?: PacerEars,
): Pacer {
  const accounts = new Map<string, CachedPace>()

  async function known(accountId: string): Promise<CachedPace> {
    const found = accounts.get(accountId)
    if (found && now() - found.loadedAt < trustForMs) return found
    const row = await store.load(platform, accountId)
    const fresh = found ?? unheard(0)
    fresh.loadedAt = now()
    if (row) {
      fresh.blockedUntil = Math.max(fresh.blockedUntil, row.blockedUntil?.getTime() ?? 0)
      if (!found) fresh.usagePercent = row.usagePercent
      const at = row.readAt.getTime()
      if (!row.blockedUntil && at > (fresh.reported?.at ?? 0)) fresh.reported = { percent: row.usagePercent, at }
    }
    accounts.set(accountId, fresh)
    return fresh
  }

  return {
    async ready(accountId, maxWaitMs, signal) {
      const account = await known(accountId)
      const blockedMs = account.blockedUntil - now()
      if (blockedMs > maxWaitMs) throw new MustWait(blockedMs)
      const waitMs = Math.max(blockedMs, slowMsOf(account), 0)
      if (waitMs > 0) await delay(waitMs, undefined, { signal })
      return { waitMs }
    },
    async left(accountId) {
      const { reported, blockedUntil } = await known(accountId)
      if (blockedUntil > now()) return 0
      return reported && now() - reported.at < usageHoldsMs ? Math.max(0, 1 - reported.percent / 100) : null
    },
    waited: (accountId, ms) => ears?.waited(accountId, ms),
    report(accountId, usage) {
      if (usage.reason !== undefined) ears?.throttled(accountId, usage.blockedForMs ?? 0)
      const account = accounts.get(accountId) ?? unheard(now())
      accounts.set(accountId, account)
      account.usagePercent = usage.usagePercent
      if (usage.blockedForMs === undefined) account.reported = { percent: usage.usagePercent, at: now() }
      account.isCounted = usage.isCounted
      const isFull = !usage.isCounted && usage.usagePercent >= stopAtPercent
      const blockedForMs = usage.blockedForMs ?? (isFull ? 60_000 : 0)
      if (blockedForMs > 0) account.blockedUntil = Math.max(account.blockedUntil, now() + blockedForMs)
      const worthTelling =
        usage.usagePercent >= reportAbovePercent && Math.abs(usage.usagePercent - account.savedPercent) >= 5
      if (blockedForMs === 0 && !worthTelling) return
      account.savedPercent = usage.usagePercent
      const blockedUntil = account.blockedUntil > now() ? new Date(account.blockedUntil) : null
      // Told, not awaited: pacing is advice, and the platform's own refusal is the last word.
      const { usagePercent, reason } = usage
      void store.save({ platform, accountId, usagePercent, reason, blockedUntil }).catch(() => undefined)
    },
  }
}
