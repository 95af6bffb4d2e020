import { sql } from '../../db/sql.ts'
import type { Scoped } from '../../db/sql.ts'
import { AppError, PlatformError } from '../../errors.ts'
import type { EntityState } from '../../platforms/contract/manage.ts'
import type { Session } from '../../platforms/contract/platform.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import { openWorking } from '../connections/working.ts'
import type { Context } from '../context.ts'
import { todayIn, todays } from '../../days.ts'
import { keepNames } from './ledger/names.ts'
import type { GuardDeps } from './terms.ts'
import { microsOf } from './money.ts'

/** What a platform said a few minutes ago is taken for what is. */
export const freshMinutes = 5
/** More campaigns than this are not asked for their names: what is not among them counts as covered. */
const maxCampaigns = 5_000

/** What was found out, or why it could not be. */
export type Answered<T> = { known: T } | { unknown: string }

export type SpendKind = 'day' | 'month'

/** In whose midnights the account's platform counts spend: in its own, or in those of UTC. */
export function zoneOf(session: Pick<Session, 'reporting'>, account: CachedAccount): string {
  return session.reporting?.calendar === 'utc' ? 'UTC' : account.time_zone
}

/** What each campaign of the account has spent today or this month, in millionths of its currency. */
export async function readSpend(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: CachedAccount,
  { kind, fresh }: { kind: SpendKind; fresh: FreshReadings },
): Promise<Answered<Map<string, bigint>>> {
  const kept = fresh.find(account, kind)
  if (kept) return inMicros(account, kept)
  return orUnknown(account, async () => {
    const { session } = await openWorking(deps.connections, context.company, account)
    return ask(deps, context, account, { session, kind })
  })
}

async function ask(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: CachedAccount,
  { session, kind }: { session: Session; kind: SpendKind },
): Promise<Answered<Map<string, bigint>>> {
  if (!session.spendByCampaign) return { unknown: `${account.platform} does not tell what its campaigns spend.` }
  const timeZone = zoneOf(session, account)
  const day = todayIn(timeZone)
  const from = kind === 'day' ? day : `${day.slice(0, 7)}-01`
  const spend = await session.spendByCampaign(account.account_id, from, day)
  const inMain = Object.fromEntries(spend)
  const spentMicros = inMicros(account, inMain)
  // Figures that are none are asked for again.
  if ('known' in spentMicros) await keepReading(deps, context, account, { kind, day, timeZone, byCampaign: inMain })
  return spentMicros
}

function inMicros(account: CachedAccount, spend: Record<string, unknown>): Answered<Map<string, bigint>> {
  const known = new Map<string, bigint>()
  for (const [id, amount] of Object.entries(spend)) {
    const micros = typeof amount === 'number' ? microsOf(amount) : null
    if (micros === null)
      return { unknown: `${account.platform} told no amount for campaign ${id} of ${account.account_id}.` }
    known.set(id, micros)
  }
  return { known }
}

/** Names of the account's campaigns by id. Those that it does not list any more are not in it. */
export async function readNames(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: CachedAccount,
  fresh: FreshReadings,
): Promise<Answered<Map<string, string>>> {
  const kept = fresh.find(account, 'names')
  if (kept) return { known: new Map(Object.entries(kept).map(([id, name]) => [id, String(name)])) }
  return orUnknown(account, async (): Promise<Answered<Map<string, string>>> => {
    const { session } = await openWorking(deps.connections, context.company, account)
    if (!session.listCampaigns) return { unknown: `${account.platform} does not list its campaigns.` }
    const campaigns = await session.listCampaigns(account.account_id, { limit: maxCampaigns })
    const names = campaigns.map(({ id, name }) => [id, name] as const)
    await keepNames(deps.db, context, account, campaigns)
    const place = { day: todayIn('UTC'), timeZone: 'UTC' }
    await keepReading(deps, context, account, { kind: 'names', ...place, byCampaign: Object.fromEntries(names) })
    return { known: new Map(names) }
  })
}

export async function readAdSet(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: CachedAccount,
  id: string,
): Promise<Answered<EntityState | null>> {
  return orUnknown(account, async () => {
    const { session } = await openWorking(deps.connections, context.company, account)
    const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
    const [found = null] = (await session.readEntities?.(ref, [{ type: 'adset', id }])) ?? []
    return { known: found }
  })
}

export async function orUnknown<T>(account: CachedAccount, read: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
    return { unknown: `${account.platform} could not be asked about ${account.account_id}: ${error.message}` }
  }
}

interface Reading {
  kind: SpendKind | 'names'
  day: string
  timeZone: string
  byCampaign: object
}

/** What platforms said lately of a company's accounts. */
export interface FreshReadings {
  find(account: CachedAccount, kind: Reading['kind']): Record<string, number | string> | null
}

export interface ReadingRow {
  platform: string
  account_id: string
  kind: Reading['kind']
  last_day: string
  time_zone: string
  by_campaign: Record<string, number | string>
}

export function readingsQuery({ company }: Pick<Context, 'company'>): Scoped<ReadingRow> {
  return sql<ReadingRow>`
    SELECT platform, account_id, kind, last_day, time_zone, by_campaign FROM spend_readings
    WHERE company_id = ${company.id} AND read_at > ${new Date(Date.now() - freshMinutes * 60_000)}`
}

export function freshReadings(rows: ReadingRow[]): FreshReadings {
  const today = todays()
  // A day that has ended since is no longer today.
  const current = rows.filter((row) => row.last_day === today(row.time_zone))
  const found = new Map(current.map((row) => [`${row.platform} ${row.account_id} ${row.kind}`, row.by_campaign]))
  return {
    find: ({ platform, account_id: accountId }, kind) => found.get(`${platform} ${accountId} ${kind}`) ?? null,
  }
}

export async function loadReadings({ db }: GuardDeps, context: Pick<Context, 'company'>): Promise<FreshReadings> {
  return freshReadings((await readingsQuery(context).execute(db)).rows)
}

async function keepReading(
  { db }: GuardDeps,
  { company }: Pick<Context, 'company'>,
  account: CachedAccount,
  { kind, day, timeZone, byCampaign }: Reading,
): Promise<void> {
  const values = {
    last_day: day,
    time_zone: timeZone,
    by_campaign: JSON.stringify(byCampaign),
    read_at: new Date(),
  }
  await db
    .insertInto('spend_readings')
    .values({ company_id: company.id, platform: account.platform, account_id: account.account_id, kind, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'platform', 'account_id', 'kind']).doUpdateSet(values))
    .execute()
}
