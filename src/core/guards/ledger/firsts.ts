import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import { todayIn, todays } from '../../../days.ts'
import type { SpendChange, SpendingWrite } from '../changes/change.ts'
import { placeOf } from './books.ts'
import { writeWith } from '../../journal/write/ends.ts'
import { isNew } from './effects.ts'

interface FirstRow {
  platform: string
  account_id: string
  day: string
  entity_id: string
  daily: string | null
  lifetime: string | null
}

type FirstOf = (change: SpendChange) => number | null | undefined

/** The first amounts of the day of the budgets that are raised, as far as they are known. */
export async function firstBudgets(
  db: Db,
  { company }: Pick<Context, 'company'>,
  changes: SpendChange[],
): Promise<FirstOf> {
  const ids = changes.flatMap(({ raise }) => raise?.entityId ?? [])
  if (ids.length === 0) return () => undefined
  const { rows } = await sql<FirstRow>`
    SELECT first.platform, first.account_id, first.day, coalesce(written.platform_id, first.entity_id) AS entity_id, first.daily, first.lifetime
    FROM first_budgets first
    LEFT JOIN LATERAL (${writeWith(sql`substr(first.entity_id, 5)`, sql`first`)}) written ON ${isNew(sql`first.entity_id`)}
    WHERE first.company_id = ${company.id} AND coalesce(written.platform_id, first.entity_id) = ANY (${ids})`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [`${placeOf(row)} ${row.day} ${row.entity_id}`, row]))
  return ({ account, raise }) => {
    const first = raise && found.get(`${placeOf(account)} ${todayIn(account.time_zone)} ${raise.entityId}`)
    if (!first) return undefined
    const amount = first[raise.kind]
    return amount === null ? null : Number(amount)
  }
}

/** Notes what a budget was before it is changed for the first time on its day, and what new ones are made with. */
export async function keepFirsts(
  trx: Db,
  { company, operationKey }: Pick<Context, 'company' | 'operationKey'>,
  { changes, stood }: Pick<SpendingWrite, 'changes' | 'stood'>,
): Promise<void> {
  const today = todays()
  const at = (account: CachedAccount) => {
    return { platform: account.platform, account_id: account.account_id, day: today(account.time_zone) }
  }
  const rows = changes.flatMap(({ account, effects }) =>
    (effects ?? [])
      .filter(({ id, level }) => level !== 'ads' && id.startsWith('new '))
      .map(({ id, daily, lifetime }) => ({ ...at(account), entity_id: id, daily, lifetime })),
  )
  if (stood) {
    const { account, entityId, daily, lifetime } = stood
    rows.push({ ...at(account), entity_id: entityId, daily, lifetime })
  }
  if (rows.length === 0) return
  await sql`
    INSERT INTO first_budgets (company_id, operation_key, platform, account_id, day, entity_id, daily, lifetime)
    SELECT ${company.id}::bigint, ${operationKey}, * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS told (
      platform text, account_id text, day date, entity_id text, daily numeric, lifetime numeric)
    ON CONFLICT DO NOTHING`.execute(trx)
}
