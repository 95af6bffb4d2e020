import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { createEntityKeys } from '../../src/core/reports/sync/entities.ts'
import type { EntityKeys } from '../../src/core/reports/sync/entities.ts'
import { keepEntities } from '../../src/core/reports/sync/keep/entities.ts'
import { copyEnd, copyHead, copyText, encodeDay } from '../../src/core/reports/sync/store-rows.ts'
import { storeWindow } from '../../src/core/reports/sync/store-window.ts'
import type { ReadWindow } from '../../src/core/reports/sync/store-window.ts'
import type { ReportAccount } from '../../src/core/reports/sync/types.ts'
import { addDays, daysOf, todayIn } from '../../src/days.ts'
import type { connect } from '../../src/db/connect.ts'
import type { PlatformAccount } from '../../src/platforms/contract/platform.ts'
import type { AdDay, ReportEntity, ReportingVerbs } from '../../src/platforms/contract/report.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPacer } from '../../src/platforms/kit/http/pacer.ts'
import { controlOf } from '../../test/support/simulated/sandbox.ts'
import type { Figure } from '../figure.ts'
import { median, timed } from '../reports/ask.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import type { CompanyId } from '../../src/db/company-id.ts'

const rounds = Number(process.env.AUTOMATION_ROUNDS ?? 7) * 12
const days = 28
/** Of those, so many have moved since the last reading; the others as far as conversions came late. */
const movedDays = 3

interface Kept {
  account: ReportAccount
  store: typeof storeWindow
  entities: typeof keepEntities
}

/** The nightly reading of an account in the simulator, with what is kept of the past and without it, in turns. */
export async function syncCost(
  { db, pool }: ReturnType<typeof connect>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const sandbox = await sandboxProcess()
  const client = await pool.connect()
  try {
    const { verbs, reported, correct, close } = await openPlatform(sandbox.url)
    const company = await createCompany(db, { name: 'Sync' })
    const sides: Record<'ours' | 'plain', Kept> = {
      ours: {
        account: await makeAccount(client, company.id, 'with', reported),
        store: storeWindow,
        entities: keepEntities,
      },
      plain: {
        account: await makeAccount(client, company.id, 'without', reported),
        store: storePlain,
        entities: entitiesPlain,
      },
    }
    const taken = { ours: [] as number[], plain: [] as number[] }
    let rows = 0
    for (let round = -1; round < rounds; round++) {
      await correct(round)
      // The order changes, so that neither always comes first.
      for (const side of round % 2 === 0 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const)) {
        const ms = await timed(async () => void (rows = await read(client, verbs, reported.id, sides[side])))
        if (round >= 0) taken[side].push(ms)
      }
    }
    await close?.()
    const [ours, plain] = [median(taken.ours), median(taken.plain)]
    say(`a reading of ${days} days, ${rows} rows: ${ours.toFixed(0)} ms, ${plain.toFixed(0)} ms without the past`)
    const { rows: kept } = await client.query<{ n: number }>(
      'SELECT count(*) AS n FROM ad_days_superseded WHERE account_key = $1',
      [sides.ours.account.key],
    )
    return [
      {
        what: 'what keeping the past adds to a reading, platform calls included',
        // Round by round: whatever slows the machine for a while slows both.
        ...{ value: (median(taken.ours.map((ms, at) => ms / taken.plain[at]!)) - 1) * 100, unit: '%', atMost: 10 },
        note: `${Math.round(kept[0]!.n / rounds)} rows were superseded in each`,
      },
    ]
  } finally {
    client.release()
    sandbox.end()
  }
}

async function read(
  client: pg.PoolClient,
  verbs: ReportingVerbs,
  id: string,
  { account, store, entities }: Kept,
): Promise<number> {
  const today = todayIn(account.timeZone)
  const range = { from: addDays(today, 1 - days), to: today }
  const keys = createEntityKeys(account)
  const rows: AdDay[] = []
  for await (const some of verbs.days(id, range)) rows.push(...some)
  await keys.learn(client, rows)
  await store(client, account, keys, { range, rows, readAt: new Date() })
  for await (const some of verbs.entities({ ...account, id })) await entities(client, account, some)
  return rows.length
}

async function openPlatform(url: string) {
  const platform = builtIn.all[0]!
  const session = platform.open(platform.sandboxCredentials(null), {
    ...{ baseUrl: url + platform.sandboxPath, timeoutMs: 30_000, isSandbox: true, settings: {}, now: () => new Date() },
    pacer: createPacer(platform.name, { load: () => Promise.resolve(null), save: () => Promise.resolve() }),
  })
  const [reported] = await session.listAccounts()
  const control = controlOf(url)
  const correct = async (round: number) => {
    const today = todayIn(reported!.timeZone)
    const moved = Array.from({ length: movedDays }, (_, day) => ({
      day: addDays(today, -day),
      factor: 1 + (round + 3) / 1000,
    }))
    const { status, body } = await control('POST', platform.sandboxPath, { corrections: moved })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  return { verbs: session.reporting!, reported: reported!, correct, close: session.close?.bind(session) }
}

async function makeAccount(
  client: pg.ClientBase,
  companyId: CompanyId,
  id: string,
  reported: PlatformAccount,
): Promise<ReportAccount> {
  const { currency, timeZone } = reported
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO ad_accounts (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, is_sandbox)
     SELECT $1, id, 'primary', $2, 'Bench', $3, $4, 'active', true FROM workspaces WHERE company_id = $1 RETURNING id`,
    [companyId, id, currency, timeZone],
  )
  return {
    key: rows[0]!.id,
    companyId,
    accountId: id,
    platform: 'primary',
    name: 'Bench',
    currency,
    timeZone,
    connectionId: null,
    isSandbox: true,
  }
}

/** A window stored without anything of the past. */
async function storePlain(
  client: pg.ClientBase,
  account: ReportAccount,
  keys: EntityKeys,
  { range, rows, readAt }: ReadWindow,
): Promise<void> {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const encoded = daysOf(range).map((day) => {
    const own = new Map((byDay.get(day) ?? []).map((row) => [keys.keyOf('ad', row.adId), row]))
    const chunks: Buffer[] = []
    const encoding = encodeDay(account, keys, { day, rows: own })
    let step = encoding.next()
    for (; !step.done; step = encoding.next()) chunks.push(step.value)
    return { day, chunks, digest: step.value }
  })
  await client.query('SELECT ensure_ad_days_month(day) FROM unnest($1::date[]) AS day', [[range.from, range.to]])
  await client.query('BEGIN')
  const { rows: known } = await client.query<{ day: string; digest: Buffer }>(
    'SELECT day, digest FROM report_days WHERE account_key = $1 AND day BETWEEN $2 AND $3',
    [account.key, range.from, range.to],
  )
  const digests = new Map(known.map(({ day, digest }) => [day, digest]))
  const changed = encoded.filter(({ day, digest }) => !digests.get(day)?.equals(digest))
  await client.query('DELETE FROM ad_days WHERE account_key = $1 AND day = ANY ($2::date[])', [
    account.key,
    changed.map(({ day }) => day),
  ])
  const chunks = [copyHead, ...changed.flatMap((day) => day.chunks), copyEnd]
  await pipeline(Readable.from(chunks), client.query(copyFrom(copyText)))
  await client.query(
    `INSERT INTO report_days (company_id, account_key, day, read_at, digest)
     SELECT $1, $2, day, $5, digest FROM unnest($3::date[], $4::bytea[]) AS read (day, digest)
     ON CONFLICT (account_key, day) DO UPDATE SET read_at = excluded.read_at, digest = excluded.digest`,
    [account.companyId, account.key, encoded.map(({ day }) => day), encoded.map(({ digest }) => digest), readAt],
  )
  await client.query('COMMIT')
}

/** Names and statuses alone. */
async function entitiesPlain(client: pg.ClientBase, account: ReportAccount, entities: ReportEntity[]): Promise<void> {
  const unique = [...new Map(entities.map((entity) => [`${entity.level} ${entity.id}`, entity])).values()]
  await client.query(
    `INSERT INTO report_entities AS known (company_id, account_key, level, id, name, status)
     SELECT $1, $2, level, id, name, status FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS said (level, id, name, status)
     ON CONFLICT (account_key, level, id) DO UPDATE SET name = excluded.name, status = excluded.status, seen_at = clock_timestamp()
     WHERE (known.name, known.status) IS DISTINCT FROM (excluded.name, excluded.status)`,
    [
      account.companyId,
      account.key,
      unique.map(({ level }) => level),
      unique.map(({ id }) => id),
      unique.map(({ name }) => name),
      unique.map(({ status }) => status),
    ],
  )
}
