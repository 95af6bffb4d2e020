import { sql } from 'kysely'
import { AppError, PlatformError } from '../../errors.ts'
import type { EntityState } from '../../platforms/contract/manage.ts'
import type { Session } from '../../platforms/contract/platform.ts'
import type { KnownAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { todayIn } from '../reports/sync/windows.ts'
import type { GuardDeps } from './terms.ts'
import { microsOf } from './money.ts'

/** What a platform said a few minutes ago is taken for what is. */
export const freshMinutes = 5
/** More campaigns than this are not asked for their names: what is not among them counts as covered. */
const mostCampaigns = 5_000

/** What was found out, or why it could not be. */
export type Answered<T> = { known: T } | { unknown: string }

export type SpendKind = 'day' | 'month'

interface Days {
  from: string
  to: string
}

/** The days that the account's platform counts spend in: its own, or those of UTC. */
export function daysOf(session: Pick<Session, 'reporting'>, account: KnownAccount, kind: SpendKind): Days {
  const today = todayIn(session.reporting?.calendar === 'utc' ? 'UTC' : account.time_zone)
  return { from: kind === 'day' ? today : `${today.slice(0, 7)}-01`, to: today }
}

/** What each campaign of the account has spent today or this month, in millionths of its currency. */
export async function readSpend(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: KnownAccount,
  kind: SpendKind,
): Promise<Answered<Map<string, bigint>>> {
  return orUnknown(account, async () => {
    const { session } = await deps.connections.openFor(context.company, account)
    const days = daysOf(session, account, kind)
    const kept = await keptReading(deps, context, account, { kind, days })
    return kept ? inMicros(account, kept) : ask(deps, context, account, { session, kind, days })
  })
}

async function ask(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: KnownAccount,
  { session, kind, days }: { session: Session; kind: SpendKind; days: Days },
): Promise<Answered<Map<string, bigint>>> {
  if (!session.spendByCampaign) return { unknown: `${account.platform} does not tell what its campaigns spend.` }
  const spend = await session.spendByCampaign(account.account_id, days.from, days.to)
  const inMain = Object.fromEntries(spend)
  const told = inMicros(account, inMain)
  // Figures that are none are asked for again.
  if ('known' in told) await keepReading(deps, context, account, { kind, days, byCampaign: inMain })
  return told
}

function inMicros(account: KnownAccount, spend: Record<string, unknown>): Answered<Map<string, bigint>> {
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
  account: KnownAccount,
): Promise<Answered<Map<string, string>>> {
  return orUnknown(account, async (): Promise<Answered<Map<string, string>>> => {
    const { session } = await deps.connections.openFor(context.company, account)
    const day = daysOf(session, account, 'day')
    const kept = await keptReading(deps, context, account, { kind: 'names', days: day })
    if (kept) return { known: new Map(Object.entries(kept).map(([id, name]) => [id, String(name)])) }
    if (!session.listCampaigns) return { unknown: `${account.platform} does not list its campaigns.` }
    const campaigns = await session.listCampaigns(account.account_id, { limit: mostCampaigns })
    const names = campaigns.map(({ id, name }) => [id, name] as const)
    await keepReading(deps, context, account, { kind: 'names', days: day, byCampaign: Object.fromEntries(names) })
    return { known: new Map(names) }
  })
}

export async function readAdSet(
  deps: GuardDeps,
  context: Pick<Context, 'company'>,
  account: KnownAccount,
  id: string,
): Promise<Answered<EntityState | null>> {
  return orUnknown(account, async () => {
    const { session } = await deps.connections.openFor(context.company, account)
    const ref = { id: account.account_id, currency: account.currency, timeZone: account.time_zone }
    const [found = null] = (await session.readEntities?.(ref, [{ type: 'adset', id }])) ?? []
    return { known: found }
  })
}

async function orUnknown<T>(account: KnownAccount, read: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof PlatformError) && !(error instanceof AppError)) throw error
    return { unknown: `${account.platform} could not be asked about ${account.account_id}: ${error.message}` }
  }
}

interface Wanted {
  kind: SpendKind | 'names'
  days: Days
}

async function keptReading(
  { db }: GuardDeps,
  { company }: Pick<Context, 'company'>,
  account: KnownAccount,
  { kind, days }: Wanted,
): Promise<Record<string, number | string> | null> {
  const row = await db
    .selectFrom('spend_readings')
    .select('by_campaign')
    .where('company_id', '=', company.id)
    .where('platform', '=', account.platform)
    .where('account_id', '=', account.account_id)
    .where('kind', '=', kind)
    .where('first_day', '=', days.from)
    .where('last_day', '=', days.to)
    .where('read_at', '>', sql<Date>`clock_timestamp() - make_interval(mins => ${freshMinutes})`)
    .executeTakeFirst()
  return row?.by_campaign ?? null
}

async function keepReading(
  { db }: GuardDeps,
  { company }: Pick<Context, 'company'>,
  account: KnownAccount,
  { kind, days, byCampaign }: Wanted & { byCampaign: object },
): Promise<void> {
  const values = {
    first_day: days.from,
    last_day: days.to,
    by_campaign: JSON.stringify(byCampaign),
    read_at: sql<Date>`clock_timestamp()`,
  }
  await db
    .insertInto('spend_readings')
    .values({ company_id: company.id, platform: account.platform, account_id: account.account_id, kind, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'platform', 'account_id', 'kind']).doUpdateSet(values))
    .execute()
}
