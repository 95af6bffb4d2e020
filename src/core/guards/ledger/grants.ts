import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Scoped } from '../../../db/sql.ts'
import type { KnownAccount } from '../../accounts.ts'
import type { Actor, Context } from '../../context.ts'
import { keyIdOf } from '../../context.ts'
import { todayIn } from '../../reports/sync/windows.ts'
import { writeWith } from '../../journal/write-ends.ts'
import { amountOf, microsOf } from '../money.ts'
import type { Holder } from './holders.ts'

/** What may be spent on every day, and once. In millionths of the account's currency. */
export interface Amounts {
  daily: bigint
  once: bigint
}

export const none: Amounts = { daily: 0n, once: 0n }

/** What writes of one actor let run today, of one budget. */
export interface Grant {
  platform: string
  accountId: string
  holder: string
  campaignId: string | null
  actor: string
  /** What stood there before the first of them, and the most that they set since. */
  from: Amounts
  to: Amounts
  /** What does not count for who wrote: nothing, where they switched it on or launched into it. */
  own: Amounts
  spentBefore: bigint
}

/** What a budget lets be spent, as it stands. Where one kind is just put in the place of the other, the larger counts. */
export function amountsOf(holder: Pick<Holder, 'daily' | 'lifetime'> | undefined): Amounts {
  if (!holder) return none
  const daily = holder.daily ?? 0n
  const once = (holder.lifetime ?? 0n) - daily
  return { daily, once: once > 0n ? once : 0n }
}

/** Who writes, as guards name them. */
function actorName(actor: Actor): string {
  if (actor.kind === 'agent') return `assistant:${actor.keyId}`
  return actor.kind === 'system' ? 'system' : `${actor.kind}:${actor.id}`
}

/** Whether a guard that names a key or an assistant looks at what this actor does. A key's assistant acts with the key. */
export function isBy(by: string, actor: Actor): boolean {
  const keyId = keyIdOf(actor)
  return by === actorName(actor) || (keyId !== null && by === `key:${keyId}`)
}

export function isGrantBy(by: string, { actor }: Pick<Grant, 'actor'>): boolean {
  return actor === by || (by.startsWith('key:') && actor === by.replace('key:', 'assistant:'))
}

/** A row of the statement below, as JSON tells it. */
export interface GrantRow {
  platform: string
  account_id: string
  time_zone: string
  day: string
  holder: string
  campaign_id: string | null
  actor: string
  amounts: Record<'from_daily' | 'from_once' | 'to_daily' | 'to_once' | 'own_daily' | 'own_once' | 'spent', string>
}

/** What writes of these days let run, but for those that came to nothing; what was made is called by its id. */
export function grantsOf({ company }: Pick<Context, 'company'>): Scoped<unknown> {
  return sql`
    SELECT spend_grants.id, platform, account_id, time_zone, day, actor, jsonb_build_object(
      'from_daily', from_daily::text, 'from_once', from_once::text, 'to_daily', to_daily::text, 'to_once', to_once::text,
      'own_daily', own_daily::text, 'own_once', own_once::text, 'spent', spent_before::text) AS amounts,
      CASE WHEN made.state = 'done' THEN split_part(holder, ' ', 1) || ' ' || made.platform_id ELSE holder END AS holder,
      CASE WHEN made.state = 'done' AND holder LIKE 'campaign %' THEN made.platform_id ELSE campaign_id END AS campaign_id
    FROM spend_grants JOIN ad_accounts USING (company_id, platform, account_id)
    LEFT JOIN LATERAL (${writeWith(sql`split_part(spend_grants.holder, ' new ', 2)`, sql`spend_grants`)}) made ON holder LIKE '% new %'
    WHERE company_id = ${company.id} AND coalesce(made.state, 'open') NOT IN ('refused', 'absent')`
}

/** null: it is no longer that day where the account is. */
export function grantIn(row: GrantRow): Grant | null {
  const { platform, account_id: accountId, holder, campaign_id: campaignId, actor, amounts } = row
  if (row.day !== todayIn(row.time_zone)) return null
  const micros = (text: string) => microsOf(Number(text)) ?? 0n
  return {
    ...{ platform, accountId, holder, campaignId, actor },
    from: { daily: micros(amounts.from_daily), once: micros(amounts.from_once) },
    to: { daily: micros(amounts.to_daily), once: micros(amounts.to_once) },
    own: { daily: micros(amounts.own_daily), once: micros(amounts.own_once) },
    spentBefore: micros(amounts.spent),
  }
}

/** What one write lets run of one budget. */
export interface NewGrant {
  account: KnownAccount
  holder: Holder
  before: Amounts
  /** Whether it was switched on, or launched into. */
  isBegun: boolean
}

/** Writes down what is let through, in the transaction that decided it. */
export async function keepGrants(
  trx: Db,
  { company, operationKey, actor }: Pick<Context, 'company' | 'operationKey' | 'actor'>,
  grants: NewGrant[],
): Promise<void> {
  if (grants.length === 0) return
  const rows = grants.map(({ account, holder, before, isBegun }) => {
    const [to, own] = [amountsOf(holder), isBegun ? none : before]
    return {
      platform: account.platform,
      account_id: account.account_id,
      day: todayIn(account.time_zone),
      holder: holder.key,
      campaign_id: holder.campaignIds[0] ?? null,
      ...{ from_daily: amountOf(before.daily), from_once: amountOf(before.once) },
      ...{ to_daily: amountOf(to.daily), to_once: amountOf(to.once) },
      ...{ own_daily: amountOf(own.daily), own_once: amountOf(own.once) },
      spent_before: amountOf(holder.spent),
    }
  })
  await sql`
    INSERT INTO spend_grants AS mine (company_id, actor, operation_key, platform, account_id, day, holder, campaign_id, from_daily, from_once,
      to_daily, to_once, own_daily, own_once, spent_before)
    SELECT ${company.id}::bigint, ${actorName(actor)}, ${operationKey}, * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS told (
      platform text, account_id text, day date, holder text, campaign_id text, from_daily numeric, from_once numeric, to_daily numeric,
      to_once numeric, own_daily numeric, own_once numeric, spent_before numeric)
    ON CONFLICT (company_id, platform, account_id, day, holder, actor) DO UPDATE SET
      operation_key = excluded.operation_key,
      to_daily = greatest(mine.to_daily, excluded.to_daily), to_once = greatest(mine.to_once, excluded.to_once),
      own_daily = least(mine.own_daily, excluded.own_daily), own_once = least(mine.own_once, excluded.own_once)`.execute(
    trx,
  )
}
