import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { addDays, localTime, startOfDay } from '../../../sandbox/core/figures/account-days.ts'
import { startTestSandbox } from '../simulated/sandbox.ts'
import type { DayRange } from '../../../src/platforms/contract/insights.ts'
import { createPacer } from '../../../src/platforms/kit/http/pacer.ts'
import type { Platform, PlatformAccount } from '../../../src/platforms/contract/platform.ts'
import { isStandIn } from '../../../src/platforms/contract/report.ts'
import type { AdDay, ReportEntity } from '../../../src/platforms/contract/report.ts'

/** What a simulator says it did, in whole numbers. */
interface Totals {
  impressions: number
  clicks: number
  conversions: number
  results: number | null
  spendMinor: number
  valueMinor: number
  reach: number
}

export interface TotalsAnswer {
  rows: (Totals & { id: string; day: string })[]
  objects: (Totals & { id: string })[]
  total: Totals
}

type Level = 'account' | 'campaign' | 'adset' | 'ad'

/** A driver over the real simulator, with its accounts: the first in dollars and New York, the second in yen and Tokyo. */
export async function openReporting(context: TestContext, platform: Platform) {
  const { url, control } = await startTestSandbox(context)
  const simulator = platform.sandboxPath.slice(1)
  const session = platform.open(platform.sandboxCredentials(null), {
    baseUrl: url + platform.sandboxPath,
    timeoutMs: 10_000,
    isSandbox: true,
    settings: {},
    now: () => new Date(),
    pacer: createPacer(platform.name, { load: () => Promise.resolve(null), save: () => Promise.resolve() }),
  })
  context.after(() => session.close?.())
  const [dollars, yen] = await session.listAccounts()
  const verbs = session.reporting
  assert.ok(verbs && dollars && yen)
  const steer = async (method: string, path: string, body?: object) => {
    const answer = await control(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  return {
    url,
    session,
    verbs,
    dollars,
    yen,
    control: steer,
    async totals({ id }: PlatformAccount, { from, to }: DayRange, level: Level = 'ad') {
      const path = `/${simulator}/totals?accountId=${id}&from=${from}&to=${to}&level=${level}`
      return (await steer('GET', path)) as unknown as TotalsAnswer
    },
    days({ id }: PlatformAccount, range: DayRange): Promise<AdDay[]> {
      return collect(verbs.days(id, range))
    },
    entities(account: PlatformAccount): Promise<ReportEntity[]> {
      return collect(verbs.entities(account))
    },
    /** How often the platform was called so, at paths that contain the text. */
    async callsTo(wanted: 'GET' | 'POST', text: string): Promise<number> {
      const { calls } = (await steer('GET', `/calls?platform=${simulator}`)) as {
        calls: { method: string; path: string }[]
      }
      return calls.filter(({ method, path }) => method === wanted && path.includes(text)).length
    },
  }
}

async function collect<T>(handfuls: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const some of handfuls) all.push(...some)
  return all
}

/** Yen have no smaller unit. */
export const minorOf = ({ currency }: PlatformAccount) => (currency === 'JPY' ? 1 : 100)

/** Each ad and day is the simulator's to the cent; together they are its total. Campaigns without ads are no ads. */
export function assertSame(all: AdDay[], { rows, total }: TotalsAnswer, minor: number): void {
  const days = all.filter(({ adId }) => !isStandIn(adId))
  const known = new Map(days.map((row) => [`${row.adId} ${row.day}`, row]))
  assert.equal(known.size, days.length, 'no ad has two rows for a day')
  assert.equal(days.length, rows.length)
  for (const row of rows) {
    const found = known.get(`${row.id} ${row.day}`)
    assert.deepEqual(found && figuresOf(found, minor), {
      spendMinor: row.spendMinor,
      impressions: row.impressions,
      clicks: row.clicks,
      conversions: row.conversions,
      valueMinor: row.valueMinor,
      results: row.results,
    })
  }
  const micros = days.reduce((sum, { spendMicros }) => sum + spendMicros, 0)
  assert.equal(micros * minor, total.spendMinor * 1e6)
}

function figuresOf(row: AdDay, minor: number) {
  return {
    spendMinor: (row.spendMicros * minor) / 1e6,
    impressions: row.impressions,
    clicks: row.clicks,
    conversions: row.conversions,
    valueMinor: ((row.conversionValueMicros ?? 0) * minor) / 1e6,
    results: row.results,
  }
}

/** The next day on which New York's clocks change, and how far ahead the time five days after it is. */
export function nextClockChange(): { day: string; offsetSeconds: number } {
  const zone = 'America/New_York'
  let day = localTime(Date.now(), zone).day
  while (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone) === 24 * 3600_000) day = addDays(day, 1)
  const afterwards = startOfDay(addDays(day, 5), zone) + 12 * 3600_000
  return { day, offsetSeconds: Math.round((afterwards - Date.now()) / 1000) }
}

export const daysAgo = (count: number, zone = 'America/New_York') => addDays(localTime(Date.now(), zone).day, -count)
