import { required } from '../../../lookup.ts'
import type { Db } from '../../../db/connect.ts'
import { deleteInSteps } from '../../../db/delete-in-steps.ts'
import type { StepPace } from '../../../db/delete-in-steps.ts'
import { sql } from '../../../db/sql.ts'
import type { Piece, Scoped } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { Context } from '../../context.ts'
import type { SpendChange } from '../changes/change.ts'
import { batchWith, writeWith } from '../../journal/write/ends.ts'
import type { BudgetEffect } from './view.ts'

/** A write that nothing was heard of for so long was never sent. */
const aboutToBeginMinutes = 15
/** A day is over everywhere on earth after so many hours. */
const keptHours = 50

type Within = Pick<Context, 'company'>
type Writing = Pick<Context, 'company' | 'operationKey'>

const batchOfEffect = batchWith(sql`made.batch_id`)

/** A row of `effectsQuery`, as JSON tells it. */
export interface EffectRow {
  platform: string
  account_id: string
  effect: KeptEffects
  made_id: string | null
  /** When the platform answered; null: it may still come. */
  answered_at: string | null
}

/** As it is written down: ads that a launch makes in many ad sets are one. */
type KeptEffects = BudgetEffect & { adSetIds?: string[] }

/** What our writes make of things, but for those that came to nothing; what was made is called by its id. */
export function effectsQuery({ company }: Within): Scoped<EffectRow> {
  return sql<EffectRow>`
    SELECT platform, account_id, effect, made_id, answered_at FROM (
      SELECT made.id, made.platform, made.account_id, made.effect, written.state, made.granted_at,
        CASE WHEN ${isNew(sql`made.entity_id`)} AND written.state = 'done' THEN written.platform_id END AS made_id,
        CASE WHEN made.answered_at IS NOT NULL THEN made.answered_at
          WHEN made.batch_id IS NULL THEN written.closed_at ELSE batch.finished_at END AS answered_at,
        written.state IS NOT NULL OR made.batch_id IS NOT NULL OR made.answered_at IS NOT NULL AS is_sent
      FROM spend_effects made
      LEFT JOIN LATERAL (${writeWith(sql`made.write_key`, sql`made`)}) written ON true
      LEFT JOIN LATERAL (${batchOfEffect}) batch ON true
      WHERE made.company_id = ${company.id}
    ) told
    WHERE coalesce(state, 'open') NOT IN ('refused', 'absent')
      AND (is_sent OR granted_at > clock_timestamp() - make_interval(mins => ${aboutToBeginMinutes}))
    ORDER BY id`
}

function namedEffects({ effect: kept, made_id: madeId }: EffectRow): BudgetEffect[] {
  const { adSetIds, ...effect } = kept
  if (adSetIds) return adSetIds.map((id) => ({ ...effect, id }))
  return [madeId === null ? effect : withId(effect, madeId)]
}

function withId(effect: BudgetEffect, id: string): BudgetEffect {
  return { ...effect, id, campaignId: effect.level === 'campaign' ? id : effect.campaignId }
}

/** Those of an account that were answered after this moment, or not yet: who looked then need not have seen them. */
export function unseenSince(rows: EffectRow[], account: CachedAccount, beganAt: Date): BudgetEffect[] {
  return rows
    .filter(({ platform, account_id: id }) => platform === account.platform && id === account.account_id)
    .filter(({ answered_at: at }) => at === null || new Date(at) >= beganAt)
    .flatMap(namedEffects)
}

/** A row that is written down of what is let through. */
export function effectRows({ operationKey }: Pick<Writing, 'operationKey'>, changes: SpendChange[]): object[] {
  return [...ofBatches(changes), ...ofWrites(changes)].map(({ account, effect, writePart }) => ({
    platform: account.platform,
    account_id: account.account_id,
    ...{ level: effect.level, entity_id: effect.id, effect },
    write_key: writePart === null ? null : `${operationKey} ${writePart}`,
  }))
}

interface ToKeep {
  account: CachedAccount
  effect: KeptEffects
  writePart: string | null
}

const isOfBatch = ({ writePart }: SpendChange, { level, campaignId }: BudgetEffect) =>
  writePart === null && level === 'ads' && campaignId === null

/** A launch is one for each account, however many ad sets it is about: it is read whenever somebody is judged. */
function ofBatches(changes: SpendChange[]): ToKeep[] {
  const byAccount = new Map<CachedAccount, BudgetEffect[]>()
  for (const change of changes) {
    const ads = (change.effects ?? []).filter((effect) => isOfBatch(change, effect))
    if (ads.length > 0) byAccount.set(change.account, [...(byAccount.get(change.account) ?? []), ...ads])
  }
  return [...byAccount].map(([account, ads]) => {
    const effect = { ...required(ads[0], 'first ad'), adSetIds: [...new Set(ads.map(({ id }) => id))] }
    return { account, effect, writePart: null }
  })
}

function ofWrites(changes: SpendChange[]): ToKeep[] {
  return changes.flatMap((change) => {
    const { account, effects, writePart } = change
    return (effects ?? [])
      .filter((effect) => !isOfBatch(change, effect))
      .map((effect) => ({ account, effect, writePart }))
  })
}

/** So long a write may be planned on what it read before: what others did meanwhile must still be known when it is decided. */
const plannedForMinutes = 5

/** What a read that began then shows already. */
export async function forgetSeen(
  db: Db,
  { company }: Within,
  { platform, account_id: accountId }: CachedAccount,
  beganAt: Date,
): Promise<void> {
  const inAccount = sql`made.company_id = ${company.id} AND made.platform = ${platform} AND made.account_id = ${accountId}`
  await sql`
    DELETE FROM spend_effects made WHERE ${inAccount}
      AND (SELECT closed_at FROM (${writeWith(sql`made.write_key`, sql`made`)}) written)
        < least(${beganAt}::timestamptz, clock_timestamp() - make_interval(mins => ${plannedForMinutes}))`.execute(db)
  await sql`
    DELETE FROM spend_effects made WHERE ${inAccount} AND batch_id IS NOT NULL AND granted_at < ${beganAt}
      AND (SELECT finished_at FROM (${batchOfEffect}) batch) < ${beganAt}`.execute(db)
}

/** What a launch was let through for is made by this batch. */
export async function createdByBatch(trx: Db, { company, operationKey }: Writing, batchId: number): Promise<void> {
  await sql`
    UPDATE spend_effects SET batch_id = ${batchId}
    WHERE company_id = ${company.id} AND operation_key = ${operationKey}`.execute(trx)
}

/** What was accepted while nobody guarded anything, and is on its way: a guard that is new counts it as if it had let it through. */
export async function noteOpenBatches(trx: Db, { company }: Within): Promise<void> {
  const effect = sql`jsonb_build_object('level', 'ads', 'id', min(item.ad_set_id), 'campaignId', NULL, 'runs', true, 'daily', NULL,
    'lifetime', NULL, 'end', NULL, 'adSetIds', jsonb_agg(DISTINCT item.ad_set_id))`
  await sql`
    INSERT INTO spend_effects (company_id, operation_key, platform, account_id, level, entity_id, effect, batch_id)
    SELECT item.company_id, 'batch ' || item.batch_id, item.platform, item.account_id, 'ads', min(item.ad_set_id), ${effect}, item.batch_id
    FROM batch_items item JOIN batches batch ON batch.id = item.batch_id AND batch.finished_at IS NULL
    WHERE item.company_id = ${company.id} AND NOT coalesce((item.ad ->> 'launchPaused')::boolean, false)
      AND NOT EXISTS (SELECT 1 FROM spend_effects noted WHERE noted.company_id = item.company_id AND noted.batch_id = item.batch_id)
    GROUP BY item.company_id, item.batch_id, item.platform, item.account_id
    ON CONFLICT DO NOTHING`.execute(trx)
}

/**
 * What something new is called before it has an id: by the journal's key of the write that makes it, so that the journal tells the
 * id as soon as there is one.
 */
export function newTarget(operationKey: string, part: string): string {
  return `new ${operationKey} ${part}`
}

/** Whether a column holds the name of something that was new when it was written down. */
export function isNew(column: Piece<unknown>): Piece<boolean> {
  return sql<boolean>`starts_with(${column}, 'new ')`
}

/** One of several copies, and what became of it. */
export interface CopyEnd {
  number: number
  /** null: it was refused, or nobody knows. */
  madeId: string | null
  isUnclear: boolean
}

/**
 * What copies are called by from now on, everywhere at once: what was let through is found by its name in what runs. Their making is many
 * writes, and the journal knows each by another key.
 */
export async function copiesEnded(db: Db, { company, operationKey }: Writing, ends: CopyEnd[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isTheirs = sql`company_id = ${company.id} AND operation_key = ${operationKey}`
    await sql`UPDATE spend_effects SET answered_at = clock_timestamp() WHERE ${isTheirs}`.execute(trx)
    for (const { number, madeId, isUnclear } of ends) {
      const name = newTarget(operationKey, `copies ${number}`)
      const holders = ['campaign', 'adset'].map((level) => `${level} ${name}`)
      if (madeId !== null) {
        await sql`
          UPDATE spend_effects SET entity_id = ${madeId}, effect = effect || jsonb_build_object('id', ${madeId}::text)
            || CASE level WHEN 'campaign' THEN jsonb_build_object('campaignId', ${madeId}::text) ELSE '{}' END
          WHERE ${isTheirs} AND entity_id = ${name}`.execute(trx)
        await sql`
          UPDATE spend_grants SET holder = split_part(holder, ' ', 1) || ' ' || ${madeId}
          WHERE ${isTheirs} AND holder = ANY (${holders})`.execute(trx)
        // What lies in a campaign that was copied is known by it alone: nobody tells which ad set became which.
        await sql`UPDATE spend_grants SET campaign_id = ${madeId} WHERE ${isTheirs} AND campaign_id = ${name}`.execute(
          trx,
        )
      } else if (!isUnclear) {
        await sql`DELETE FROM spend_effects WHERE ${isTheirs} AND entity_id = ${name}`.execute(trx)
        await sql`
          DELETE FROM spend_grants WHERE ${isTheirs} AND (holder = ANY (${holders}) OR campaign_id = ${name})`.execute(
          trx,
        )
      }
    }
  })
}

/** What guards count of a day, and when each was written down. */
const ofDays = {
  spend_effects: 'granted_at',
  spend_grants: 'granted_at',
  lowered_budgets: 'lowered_at',
  first_budgets: 'kept_at',
}

export async function forgetEffects(db: Db, pace?: StepPace): Promise<void> {
  for (const [table, column] of Object.entries(ofDays)) {
    const isOld = sql<boolean>`${sql.ref(`one.${column}`)} < clock_timestamp() - make_interval(hours => ${keptHours})`
    await deleteInSteps(everyCompany(db), { table, by: { column, type: 'timestamptz' }, isOld }, pace)
  }
}
