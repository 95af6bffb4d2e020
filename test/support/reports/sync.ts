import { after } from 'node:test'
import { pino } from 'pino'
import { connect } from '../../../src/db/connect.ts'
import type { DayRange } from '../../../src/platforms/contract/insights.ts'
import type { Session } from '../../../src/platforms/contract/platform.ts'
import type { AdDay, ReportEntity, ReportingVerbs } from '../../../src/platforms/contract/report.ts'
import { createDatabase } from '../harness.ts'
import { createCompany } from '../../../src/core/people/companies/companies.ts'
import type { Connections } from '../../../src/core/deps.ts'
import { createReportMemory } from '../../../src/core/reports/query/memory.ts'
import { createReadings } from '../../../src/core/reports/sync/ensure/readings.ts'
import type { EveryCompany } from '../../../src/db/scoped.ts'
import type { ReportDeps } from '../../../src/core/reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../../../src/core/reports/sync/types.ts'
import { builtIn } from '../../../src/platforms/index.ts'

/** A platform with figures that a test sets, and a note of what was asked. */
export interface Figures extends ReportingVerbs {
  rows: AdDay[]
  list: ReportEntity[]
  asked: DayRange[]
  entitiesAsked: number
  /** Called before every reading of days; what it throws, the platform says. */
  before: (range: DayRange, signal?: AbortSignal) => Promise<void> | void
}

export function figures(more: Partial<Figures> = {}): Figures {
  const platform: Figures = {
    attribution: '7 days after a click',
    calendar: 'utc',
    historyDays: 60,
    daysAtOnce: 7,
    rows: [],
    list: [],
    asked: [],
    entitiesAsked: 0,
    before: () => undefined,
    async *days(_accountId, range, signal) {
      platform.asked.push(range)
      await platform.before(range, signal)
      const rows = platform.rows.filter(({ day }) => day >= range.from && day <= range.to)
      for (let start = 0; start < rows.length; start += 100) yield rows.slice(start, start + 100)
    },
    async *entities() {
      platform.entitiesAsked += 1
      yield await Promise.resolve(platform.list)
    },
    ...more,
  }
  return platform
}

export function adDay(day: string, more: Partial<AdDay> = {}): AdDay {
  return {
    day,
    adId: '11',
    adSetId: '21',
    campaignId: '31',
    spendMicros: 1_500_000,
    impressions: 1000,
    clicks: 10,
    conversions: 2,
    conversionValueMicros: 9_990_000,
    results: null,
    ...more,
  }
}

/** Tests look at the rows of all companies. */
type TestFixture = Omit<ReportDeps, 'db'> & { db: EveryCompany }

export interface SyncTest {
  fixture: TestFixture
  /** Another process on the same database. */
  anotherFixture(): TestFixture
  /** An account, of a company of its own unless one is given. */
  account(platform: Figures | null, more?: Partial<ReportAccount>): Promise<ReportAccount>
  kept(account: ReportAccount): Promise<{ day: string; ad: string; spend_micros: number; clicks: number }[]>
  daysRead(account: ReportAccount): Promise<string[]>
}

/** A database of its own, and accounts whose platforms are plain objects. */
export async function startSyncTest(): Promise<SyncTest> {
  const database = await createDatabase()
  const platforms = new Map<string, Figures | null>()
  const opened: TestFixture[] = []
  const anotherFixture = () => {
    const { db, pool } = connect({ connectionString: database.url }, 10)
    const own = { db, pool, connections: connectionsTo(platforms), log: pino({ level: 'silent' }) }
    const fixture = { ...own, readings: createReadings(own), reportMemory: createReportMemory() }
    opened.push(fixture)
    return fixture
  }
  const fixture = anotherFixture()
  after(async () => {
    for (const { db, readings } of opened) {
      await readings.stop()
      await db.destroy()
    }
    await database.drop()
  })
  let made = 0
  return {
    fixture,
    anotherFixture,
    async account(platform, more = {}) {
      made += 1
      const companyId = more.companyId ?? (await createCompany(fixture.db, { name: `Company ${made}` })).id
      const known = { name: `Account ${made}`, currency: 'USD', timeZone: 'UTC', isSandbox: true, ...more, companyId }
      const place = { accountId: more.accountId ?? `act_${made}`, platform: `platform-${made}`, connectionId: null }
      platforms.set(place.platform, platform)
      return { ...known, ...place, key: await insertAccount(fixture, { ...known, ...place }) }
    },
    async kept(account) {
      const { rows } = await fixture.pool.query<{ day: string; ad: string; spend_micros: number; clicks: number }>(
        `SELECT day, id AS ad, spend_micros, clicks FROM ad_days JOIN report_entities ON key = ad_key
         WHERE ad_days.account_key = $1 AND ad_days.company_id = $2 ORDER BY day, id`,
        [account.key, account.companyId],
      )
      return rows
    },
    async daysRead(account) {
      const rows = fixture.db.selectFrom('report_days').select('day').where('account_key', '=', account.key)
      return (await rows.orderBy('day').execute()).map(({ day }) => day)
    },
  }
}

async function insertAccount({ db }: TestFixture, account: Omit<ReportAccount, 'key'>): Promise<number> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('company_id', '=', account.companyId)
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('ad_accounts')
    .values({
      company_id: account.companyId,
      workspace_id: workspace.id,
      connection_id: null,
      platform: account.platform,
      account_id: account.accountId,
      name: account.name,
      currency: account.currency,
      time_zone: account.timeZone,
      status: 'active',
      is_sandbox: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

function connectionsTo(platforms: Map<string, Figures | null>): Connections {
  const nothing = () => Promise.reject(new Error('not used here'))
  return {
    platforms: builtIn,
    openAll: nothing,
    noteSeen: () => undefined,
    adUrl: () => null,
    openWith: () => {
      throw new Error('not used here')
    },
    openStored: () => {
      throw new Error('not used here')
    },
    renewAhead: nothing,
    tokensAt: () => {
      throw new Error('not used here')
    },
    openFor: (_company, { platform: name }) => {
      const session: Session = { listAccounts: nothing, reporting: platforms.get(name) ?? undefined }
      const platform = { name } as Awaited<ReturnType<Connections['openFor']>>['platform']
      const way = { connectionId: null, isSandbox: true, broken: null, ask: nothing }
      return Promise.resolve({ platform, platforms: builtIn, session, ...way })
    },
    until: () => {
      throw new Error('not used here')
    },
    close: () => Promise.resolve(),
  }
}
