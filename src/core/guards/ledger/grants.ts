import { sql } from '../../../db/sql.ts'
import type { Scoped } from '../../../db/sql.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Actor, Context } from '../../context.ts'
import { keyIdOf } from '../../context.ts'
import { todays } from '../../../days.ts'
import { writeWith } from '../../journal/write/ends.ts'
import { amountOf, microsOf } from '../money.ts'
import type { LedgerHolder } from './view.ts'

/** What may be spent on every day, and once. In millionths of the account's currency. */
export interface Amounts {
  daily: bigint
  once: bigint
}

export const none: Amounts = { daily: 0n, once: 0n }

/** What writes of one actor let run today, of one budget. */
export interface Grant {
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
export function amountsOf(holder: Pick<LedgerHolder, 'daily' | 'lifetime'> | undefined): Amounts {
  if (!holder) return none
  const daily = holder.daily ?? 0n
  const once = (holder.lifetime ?? 0n) - daily
  return { daily, once: once > 0n ? once : 0n }
}

/** Who writes, as guards name them. */
export function actorName(actor: Actor): string {
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

const amountNames = ['from_daily', 'from_once', 'to_daily', 'to_once', 'own_daily', 'own_once', 'spent_before'] as const

/** Stands for whoever lowered something: what a key may let run is not about that. */
const lowering = 'lowering'

/** A grant, as JSON tells it: by position, for there may be thousands of them. `at`: seconds. */
type GrantTuple = [actor: string, holder: string, campaignId: string | null, at: number, ...amounts: number[]]

/** What was let run in an account on a day: with how much, or only what holds it. */
export interface GrantRows {
  platform: string
  account_id: string
  day: string
  grants: GrantTuple[] | string[]
}

/**
 * What our writes of today let run, but for those that came to nothing; what was made is called by its id. `amounts`: whether it is told how
 * much, or only of what.
 */
export function grantsQuery(context: Pick<Context, 'company'>, { amounts }: { amounts: boolean }): Scoped<GrantRows> {
  return amounts ? amountsQuery(context) : holdersQuery(context)
}

const isNewHolder = sql`mine.holder LIKE '% new %'`
const madeOfMine = writeWith(sql`split_part(mine.holder, ' new ', 2)`, sql`mine`)
const isNotRefused = sql`coalesce(made.state, 'open') NOT IN ('refused', 'absent')`
const holderByItsId = sql`CASE WHEN made.state = 'done' THEN split_part(mine.holder, ' ', 1) || ' ' || made.platform_id ELSE mine.holder END`

function holdersQuery({ company }: Pick<Context, 'company'>): Scoped<GrantRows> {
  return sql<GrantRows>`
    SELECT platform, account_id, day, to_json(array_agg(holder)) AS grants
    FROM (
      SELECT mine.platform, mine.account_id, mine.day, mine.holder
      FROM spend_grants mine WHERE mine.company_id = ${company.id} AND NOT ${isNewHolder}
      UNION ALL
      SELECT mine.platform, mine.account_id, mine.day, ${holderByItsId}
      FROM spend_grants mine LEFT JOIN LATERAL (${madeOfMine}) made ON true
      WHERE mine.company_id = ${company.id} AND ${isNewHolder} AND ${isNotRefused}
    ) told GROUP BY platform, account_id, day`
}

/** A write that lowered or stopped something let nothing run, and tells what stood before it. */
function amountsQuery({ company }: Pick<Context, 'company'>): Scoped<GrantRows> {
  const amountsOfMine = sql.join(amountNames.map((name) => sql.ref(`mine.${name}`)))
  const columns = sql.join(amountNames.map((name) => sql.ref(name)))
  return sql<GrantRows>`
    SELECT platform, account_id, day,
      json_agg(json_build_array(actor, holder, campaign_id, extract(epoch FROM granted_at), ${columns})) AS grants
    FROM (
      SELECT mine.granted_at, mine.platform, mine.account_id, mine.day, mine.actor, ${amountsOfMine}, mine.holder, mine.campaign_id
      FROM spend_grants mine WHERE mine.company_id = ${company.id} AND NOT ${isNewHolder}
      UNION ALL
      SELECT mine.granted_at, mine.platform, mine.account_id, mine.day, mine.actor, ${amountsOfMine}, ${holderByItsId},
        CASE WHEN made.state = 'done' AND mine.holder LIKE 'campaign %' THEN made.platform_id ELSE mine.campaign_id END
      FROM spend_grants mine LEFT JOIN LATERAL (${madeOfMine}) made ON true
      WHERE mine.company_id = ${company.id} AND ${isNewHolder} AND ${isNotRefused}
      UNION ALL
      SELECT stood.lowered_at, stood.platform, stood.account_id, stood.day, ${lowering}, stood.from_daily, stood.from_once, 0, 0,
        stood.from_daily, stood.from_once, stood.spent_before, stood.holder, stood.campaign_id
      FROM lowered_budgets stood JOIN LATERAL (${writeWith(sql`stood.write_key`, sql`stood`)}) written ON written.state = 'done'
      WHERE stood.company_id = ${company.id}
    ) told GROUP BY platform, account_id, day`
}

/** What was let through today, by account: of a day that is over where the account is, nothing counts. */
export interface DayGrants {
  in(account: CachedAccount): readonly Grant[]
  /** What holds the budgets that they let run. */
  holdersIn(account: CachedAccount): ReadonlySet<string>
}

/** Only what is asked for is read: there may be thousands of them. */
export function dayGrants(rows: GrantRows[], { amounts }: { amounts: boolean }): DayGrants {
  const today = todays()
  const keyOf = (platform: string, id: string, day: string) => `${platform} ${id} ${day}`
  const byDay = new Map(rows.map((row) => [keyOf(row.platform, row.account_id, row.day), row.grants]))
  const grantsByKey = new Map<string, readonly Grant[]>()
  const grantsIn = ({ platform, account_id: id, time_zone: zone }: CachedAccount): readonly (GrantTuple | string)[] =>
    byDay.get(keyOf(platform, id, today(zone))) ?? []
  return {
    in(account) {
      const place = `${account.platform} ${account.account_id}`
      if (!amounts) throw new Error('How much was let run was not asked for.')
      const inOrder = () => (grantsIn(account) as GrantTuple[]).toSorted(([, , , one], [, , , other]) => one - other)
      const grants = grantsByKey.get(place) ?? inOrder().map(grantOf)
      grantsByKey.set(place, grants)
      return grants
    },
    holdersIn: (account) => new Set(grantsIn(account).flatMap(holderOf)),
  }
}

function holderOf(grant: GrantTuple | string): string[] {
  if (typeof grant === 'string') return [grant]
  const [actor, holder] = grant
  return actor === lowering ? [] : [holder]
}

function grantOf([actor, holder, campaignId, _at, ...amounts]: GrantTuple): Grant {
  const amount = (name: (typeof amountNames)[number]) => microsOf(amounts[amountNames.indexOf(name)] ?? 0) ?? 0n
  return {
    ...{ holder, campaignId, actor },
    from: { daily: amount('from_daily'), once: amount('from_once') },
    to: { daily: amount('to_daily'), once: amount('to_once') },
    own: { daily: amount('own_daily'), once: amount('own_once') },
    spentBefore: amount('spent_before'),
  }
}

/** What one write lets run of one budget. */
export interface NewGrant {
  account: CachedAccount
  holder: LedgerHolder
  before: Amounts
  /** Whether it was switched on, or launched into. */
  isBegun: boolean
}

/** Rows that are written down of what is let through. */
export function grantRows(grants: NewGrant[]): object[] {
  const today = todays()
  return grants.map(({ account, holder, before, isBegun }) => {
    const [to, own] = [amountsOf(holder), isBegun ? none : before]
    return {
      platform: account.platform,
      account_id: account.account_id,
      day: today(account.time_zone),
      holder: holder.key,
      campaign_id: holder.campaignIds[0] ?? null,
      ...{ from_daily: amountOf(before.daily), from_once: amountOf(before.once) },
      ...{ to_daily: amountOf(to.daily), to_once: amountOf(to.once) },
      ...{ own_daily: amountOf(own.daily), own_once: amountOf(own.once) },
      spent_before: amountOf(holder.spent),
    }
  })
}
