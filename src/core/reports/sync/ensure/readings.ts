import type { CompanyId } from '../../../../db/company-id.ts'
import { createFairShare, NoSlot } from '../../../../async/fair-share.ts'
import type { ReportMemory } from '../../query/memory.ts'
import type { FairShare } from '../../../../async/fair-share.ts'
import type { ReportingFacts } from '../keep/days.ts'
import { openReporting } from '../open.ts'
import { syncAccount } from '../sync.ts'
import type { ReportAccount, SyncOutcome, SyncWant } from '../types.ts'
import type { SyncDeps } from '../../../deps.ts'
import { datesIn } from '../../../../days.ts'

/**
 * What reports of this process are having read. The same question twice is read once, for all who wait for it, so it goes on
 * when one of them hangs up; and every company has its share.
 */
export interface Readings {
  /** Starts to read, or joins who already reads the same. Goes on however long the caller waits; never rejects. */
  start(account: ReportAccount, want: SyncWant): Promise<SyncOutcome>
  /** Asks a platform, or joins who already asks the same. */
  ask<T>(companyId: CompanyId, name: string, work: (deps: SyncDeps) => Promise<T>): Promise<T>
  /** Questions to platforms that are under way for reports. */
  live: FairShare
  /** What the account's platform can tell about its days: asked once, because it does not change while a connection stands. */
  facts(account: ReportAccount): Promise<ReportingFacts>
  /** The date that it is now in a time zone. */
  todayIn(timeZone: string): string
  /** Ends what is being read; what is stored stays. */
  stop(): Promise<void>
}

/** For reports, which have missing days read. */
export interface ReportDeps extends SyncDeps {
  /** What reports remember between questions. */
  reportMemory: ReportMemory
  /** What reports are having read from the platforms. */
  readings: Readings
}

/** Each reading holds one of the pool's connections. */
const readingLimits = { what: 'Days that are read', places: 6, placesPerCompany: 3, maxWaitMs: 600_000 }
const liveLimits = { what: 'Questions to ad platforms', places: 16, placesPerCompany: 4, maxWaitMs: 60_000 }
const waitForOthersMs = 60_000

export function createReadings(deps: SyncDeps): Readings {
  const places = createFairShare(readingLimits)
  const live = createFairShare(liveLimits)
  const stopping = new AbortController()
  const { signal } = stopping
  const reading = new Map<string, Promise<SyncOutcome>>()
  const asking = new Map<string, Promise<unknown>>()
  const known = new Map<string, ReportingFacts>()
  const dates = new Map<string, Intl.DateTimeFormat>()

  async function read(account: ReportAccount, want: SyncWant): Promise<SyncOutcome> {
    const work = () => syncAccount(deps, account, want, { signal, waitForOthersMs })
    try {
      return await places.run(account.companyId, work, signal)
    } catch (error) {
      if (!(error instanceof NoSlot) && !signal.aborted) throw error
      return { account, days: 0, rows: 0, problem: (error as Error).message }
    }
  }

  return {
    live,
    start: (account, want) => joined(reading, `${account.key} ${JSON.stringify(want)}`, () => read(account, want)),
    ask: (companyId, name, work) => joined(asking, name, () => live.run(companyId, () => work(deps), signal)),
    async facts(account) {
      const place = `${account.companyId} ${account.platform} ${account.connectionId}`
      const facts = known.get(place) ?? (await openReporting(deps, account))
      known.set(place, facts)
      return facts
    },
    todayIn(timeZone) {
      const format = dates.get(timeZone) ?? datesIn(timeZone)
      dates.set(timeZone, format)
      return format.format(new Date())
    },
    async stop() {
      stopping.abort(new Error('The service stops.'))
      await Promise.all(reading.values())
    },
  }
}

/** Joins what is under way by this name, or begins it. */
function joined<T>(underWay: Map<string, Promise<unknown>>, name: string, begin: () => Promise<T>): Promise<T> {
  const found = underWay.get(name) as Promise<T> | undefined
  if (found) return found
  const begun = begin().finally(() => underWay.delete(name))
  underWay.set(name, begun)
  return begun
}
