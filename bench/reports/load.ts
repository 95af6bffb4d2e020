import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { createEntityKeys } from '../../src/core/reports/sync/entities.ts'
import { storeWindow } from '../../src/core/reports/sync/store-window.ts'
import type { ReportAccount } from '../../src/core/reports/sync/types.ts'
import { addDays, daysOf, monthRange, monthsTouched, windowsOf } from '../../src/days.ts'
import { connect } from '../../src/db/connect.ts'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { AdDay } from '../../src/platforms/contract/report.ts'
import { median } from './ask.ts'
import { makeDataDir } from '../../test/support/harness.ts'
import type { Bench, Figure } from '../figure.ts'
import type { CompanyId } from '../../src/db/company-id.ts'

const adsPerAccount = 1_000
const windowDays = 30
const accountDays = 90
const rounds = 7
const range = { from: '2026-01-01', to: addDays('2026-01-01', accountDays - 1) }

/** What keeping figures costs beyond PostgreSQL's own COPY of the same rows into the same table. */
export const reportsLoadBench: Bench = {
  name: 'reports-load',
  about: `loading daily figures, ${rounds} accounts of ${adsPerAccount} ads and ${accountDays} days, against COPY of the same rows`,
  async run(say) {
    const dataDir = await makeDataDir()
    const server = await startEmbedded({ dataDir })
    const { db, pool } = connect(server.connection, 2)
    try {
      await migrate(server.connection)
      const company = await createCompany(db, { name: 'Bench' })
      return await measure(pool, company.id, say)
    } finally {
      await db.destroy()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

async function measure(pool: pg.Pool, companyId: CompanyId, say: (line: string) => void): Promise<Figure[]> {
  const client = await pool.connect()
  const watched = await makeAccount(client, companyId, 0)
  await keep(client, watched, rowsFor(0, 0))
  const replacedEarly = await replacement(client, watched)
  const times = { ours: [] as number[], copy: [] as number[], plain: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    const rows = rowsFor(round, 0)
    const rest = rows.filter(({ day }) => !lastDays.includes(day))
    // Each has its account made just before: rows of the newest go to the end of every index, which takes less than its middle.
    const load = async () => {
      const account = await makeAccount(client, companyId, round)
      times.ours.push(await timed(() => keep(client, account, rows)))
    }
    const baseline = async () => {
      const chunks = chunksFor(companyId, await makeAccount(client, companyId, rounds + round), rows)
      times.copy.push(await timed(() => copyIn(client, chunks)))
    }
    const loadPlain = async () => {
      const account = await makeAccount(client, companyId, 2 * rounds + round)
      await readBefore(client, account)
      times.plain.push((await timed(() => keep(client, account, rest))) * (rows.length / rest.length))
    }
    // The order changes, so that neither always finds the disk at rest.
    for (const step of round % 2 === 0 ? [load, baseline, loadPlain] : [loadPlain, baseline, load]) await step()
  }
  const replacedLate = await replacement(client, watched)
  client.release()
  // One round that somebody else disturbed is no figure.
  const [ours, copy, plain] = [times.ours, times.copy, times.plain].map(median) as [number, number, number]
  const count = adsPerAccount * accountDays
  const perSecond = (seconds: number) => `${Math.round(count / seconds / 1000)} thousand rows a second`
  say(
    `kept: ${perSecond(ours)}; without sums: ${perSecond(plain)}; COPY: ${perSecond(copy)}; ${3 * rounds * count} rows in the table at the end`,
  )
  return [
    { what: 'rows a second, share of COPY', value: copy / ours, unit: 'times', atLeast: 0.5 },
    {
      what: 'time of keeping figures, against the same without sums',
      value: ours / plain,
      unit: 'times',
      atMost: 1.15,
    },
    {
      what: `replacing 3 days of an account, after ${3 * rounds * count} more rows against before`,
      value: replacedLate / replacedEarly,
      unit: 'times',
      atMost: 2,
    },
  ]
}

const lastDays = monthsTouched(range).map((month) => monthRange(month).to)

/** A day of each month as a version without sums read it: so its months get none. */
async function readBefore(client: pg.PoolClient, { companyId, key }: ReportAccount): Promise<void> {
  await client.query(
    `INSERT INTO report_days (company_id, account_key, day, read_at)
     SELECT $1, $2, day, now() FROM unnest($3::date[]) AS day`,
    [companyId, key, lastDays],
  )
}

/** The median of several replacements of the same days by other figures. */
async function replacement(client: pg.PoolClient, account: ReportAccount): Promise<number> {
  const days = { from: addDays(range.to, -2), to: range.to }
  const times: number[] = []
  for (let turn = 1; turn <= 9; turn++) {
    const rows = rowsFor(0, turn).filter(({ day }) => day >= days.from)
    times.push(await timed(() => keep(client, account, rows, days)))
  }
  return median(times)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** As a reading does it: window by window, the newest first. */
async function keep(client: pg.PoolClient, account: ReportAccount, rows: AdDay[], days = range): Promise<void> {
  const keys = createEntityKeys(account)
  for (const window of windowsOf(daysOf(days), windowDays)) {
    const within = rows.filter(({ day }) => day >= window.from && day <= window.to)
    await keys.learn(client, within)
    await storeWindow(client, account, keys, { range: window, rows: within, readAt: new Date() })
  }
}

function rowsFor(seed: number, turn: number): AdDay[] {
  return daysOf(range).flatMap((day, place) =>
    Array.from({ length: adsPerAccount }, (_, ad) => ({
      day,
      adId: `1202${seed}000${ad}`,
      adSetId: `1201${seed}000${ad % 100}`,
      campaignId: `1200${seed}000${ad % 10}`,
      spendMicros: 10_000 * ((ad * 7919 + place * 104_729 + turn) % 100_000),
      impressions: (ad * 31 + place * 17 + turn) % 50_000,
      clicks: (ad + place) % 900,
      conversions: (ad + place) % 40,
      conversionValueMicros: 10_000 * ((ad * 13 + place) % 70_000),
      results: (ad + place) % 40,
    })),
  )
}

function chunksFor(companyId: CompanyId, { key }: ReportAccount, rows: AdDay[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let start = 0; start < rows.length; start += 400) {
    const lines = rows.slice(start, start + 400).map((row, place) => {
      const ad = key * adsPerAccount + ((start + place) % adsPerAccount)
      const figures = [
        row.spendMicros,
        row.impressions,
        row.clicks,
        row.conversions,
        row.conversionValueMicros,
        row.results,
      ]
      return `${[companyId, key, row.day, ad, ad, ad, ...figures].join('\t')}\n`
    })
    chunks.push(Buffer.from(lines.join('')))
  }
  return chunks
}

const copied = [
  ...['company_id', 'account_key', 'day', 'ad_key', 'adset_key', 'campaign_key', 'spend_micros', 'impressions'],
  ...['clicks', 'conversions', 'conversion_value_micros', 'results'],
]

async function copyIn(client: pg.PoolClient, chunks: Buffer[]): Promise<void> {
  await pipeline(Readable.from(chunks), client.query(copyFrom(`COPY ad_days (${copied.join(', ')}) FROM STDIN`)))
}

async function makeAccount(client: pg.PoolClient, companyId: CompanyId, place: number): Promise<ReportAccount> {
  const account = { accountId: `act_${place}`, platform: 'primary', name: 'Bench', currency: 'USD', timeZone: 'UTC' }
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO ad_accounts (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, is_sandbox)
     SELECT $1, id, $2, $3, 'Bench', 'USD', 'UTC', 'active', true FROM workspaces WHERE company_id = $1 RETURNING id`,
    [companyId, account.platform, account.accountId],
  )
  return { ...account, companyId, connectionId: null, isSandbox: true, key: rows[0]!.id }
}
