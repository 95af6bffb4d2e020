import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { PlatformError } from '../../errors.ts'
import type { KnownAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { todayIn } from '../reports/sync/windows.ts'
import { withinDays } from './changes/change.ts'
import type { SpendChange } from './changes/change.ts'
import { daysLeft } from './days-left.ts'
import type { GuardScope } from './guard.ts'
import type { Facts } from './judge.ts'
import type { CampaignSpend } from './look.ts'
import { amountOf, microsOf } from './money.ts'
import { matchesPattern } from './pattern.ts'

/** A day is over everywhere on earth after so many hours. */
const keptHours = 50

/** What a write that was let through may still spend today. */
export interface Grant {
  platform: string
  accountId: string
  currency: string
  campaignId: string | null
  campaignName: string | null
  target: string
  /** In millionths of the account's currency. */
  adds: bigint
  /** What of it is for a lifetime, not for every day. */
  once: bigint
  spentBefore: bigint
  /** Of the account's month, today included. */
  daysLeft: number
}

export async function loadGrants(trx: Db, { company }: Pick<Context, 'company'>): Promise<Grant[]> {
  const { rows } = await sql<{
    platform: string
    account_id: string
    currency: string
    time_zone: string
    day: string
    campaign_id: string | null
    campaign_name: string | null
    target: string
    adds: string
    once_amount: string
    spent_before: string
  }>`
    SELECT platform, account_id, currency, time_zone, day, campaign_id, campaign_name, target, (to_amount - from_amount)::text AS adds,
      once_amount::text, spent_before::text
    FROM spend_grants JOIN ad_accounts USING (company_id, platform, account_id)
    WHERE company_id = ${company.id} AND granted_at > clock_timestamp() - make_interval(hours => ${keptHours})`.execute(
    trx,
  )
  return rows
    .filter(({ day, time_zone: zone }) => day === todayIn(zone))
    .map((row) => ({
      platform: row.platform,
      accountId: row.account_id,
      currency: row.currency,
      campaignId: row.campaign_id,
      campaignName: row.campaign_name,
      target: row.target,
      adds: microsOf(Number(row.adds)) ?? 0n,
      once: microsOf(Number(row.once_amount)) ?? 0n,
      daysLeft: daysLeft(row.time_zone, new Date()),
      spentBefore: microsOf(Number(row.spent_before)) ?? 0n,
    }))
}

/** What is granted and not spent yet, of a scope; what is granted anew takes the place of what it was granted before. */
export function stillToCome(
  grants: Grant[],
  scope: GuardScope,
  { spent, anew }: { spent: CampaignSpend[]; anew: SpendChange[] },
): Facts['toCome'] {
  const replaced = new Set(anew.map(({ account, target }) => `${placeOf(account)} ${target}`))
  const byPlace = new Map<string, Grant[]>()
  for (const grant of grants) {
    const place = `${grant.platform} ${grant.accountId}`
    if (replaced.has(`${place} ${grant.target}`) || !covers(scope, grant)) continue
    const key = grant.campaignId === null ? `${place} new ${grant.target}` : `${place} ${grant.campaignId}`
    byPlace.set(key, [...(byPlace.get(key) ?? []), grant])
  }
  const open = [...byPlace].map(([key, some]) => {
    const spentNow = spent.find((part) => `${placeOf(part.account)} ${part.campaignId}` === key)?.micros ?? 0n
    const granted = some.reduce((sum, { adds }) => sum + adds, 0n)
    const before = some.reduce(
      (least, { spentBefore }) => (spentBefore < least ? spentBefore : least),
      some[0]!.spentBefore,
    )
    const left = before + granted - (spentNow > before ? spentNow : before)
    const today = left > 0n ? left : 0n
    // What is for every day is spent again on each that is left.
    const later = some.reduce((sum, { adds, once, daysLeft: days }) => sum + (adds - once) * BigInt(days - 1), 0n)
    return { today, later, currency: some[0]!.currency }
  })
  return {
    day: open.map(({ today, currency }) => ({ micros: today, currency })),
    month: open.map(({ today, later, currency }) => ({ micros: today + later, currency })),
  }
}

function placeOf({ platform, account_id: id }: KnownAccount): string {
  return `${platform} ${id}`
}

function covers({ platform, accountId, campaignPattern }: GuardScope, grant: Grant): boolean {
  if (platform !== null && platform !== grant.platform) return false
  if (accountId !== null && accountId !== grant.accountId) return false
  return campaignPattern === null || grant.campaignName === null || matchesPattern(campaignPattern, grant.campaignName)
}

/** Writes down what is let through, in the transaction that decided it. */
export async function grant(
  trx: Db,
  { company, operationKey }: Pick<Context, 'company' | 'operationKey'>,
  { changes, spent }: { changes: SpendChange[]; spent: CampaignSpend[] },
): Promise<void> {
  for (const { account, campaign, target, from, to } of changes) {
    const [wasADay, isADay] = [withinDays(from, 1), withinDays(to, 1)]
    // What is no number was not let through.
    if (!(isADay > wasADay)) continue
    const once = Math.max(0, to.once - from.once)
    const before = spent.find(({ account: at, campaignId }) => at === account && campaignId === campaign.id)
    await sql`
      INSERT INTO spend_grants AS mine
        (company_id, platform, account_id, day, campaign_id, campaign_name, target, operation_key, from_amount, to_amount, once_amount,
        spent_before)
      VALUES (${company.id}, ${account.platform}, ${account.account_id}, ${todayIn(account.time_zone)}, ${campaign.id}, ${campaign.name},
        ${target}, ${operationKey}, ${wasADay}, ${isADay}, ${once}, ${amountOf(before?.micros ?? 0n)})
      ON CONFLICT (company_id, platform, account_id, day, target) DO UPDATE SET
        operation_key = excluded.operation_key,
        from_amount = least(mine.from_amount, excluded.from_amount), to_amount = greatest(mine.to_amount, excluded.to_amount),
        once_amount = greatest(mine.once_amount, excluded.once_amount)
    `.execute(trx)
  }
}

/** What something new is called before it has an id. */
export function newTarget(operationKey: string, part: string): string {
  return `new ${operationKey} ${part}`
}

/** Makes something new. When the platform surely refused it, nothing will be spent on it. */
export async function orTakeBack<T>(
  { db }: { db: Db },
  { company, operationKey }: Pick<Context, 'company' | 'operationKey'>,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof PlatformError && error.kind !== 'unknown') {
      await db
        .deleteFrom('spend_grants')
        .where('company_id', '=', company.id)
        .where('operation_key', '=', operationKey)
        .where('target', 'like', 'new %')
        .execute()
    }
    throw error
  }
}

export async function forgetGrants(db: Db): Promise<void> {
  await everyCompany(db)
    .deleteFrom('spend_grants')
    .where('granted_at', '<', sql<Date>`clock_timestamp() - make_interval(hours => ${keptHours})`)
    .execute()
}
