import { sql } from '../../../../db/sql.ts'
import { notifiesNobody } from '../../../reach.ts'
import { openAccount } from '../../../connections/accounts.ts'
import type { OpenAccount } from '../../../connections/accounts.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import { todayIn } from '../../../../days.ts'
import { requireVerb } from '../../../connections/verbs.ts'
import type { EntityState, EntityType } from '../../../../platforms/contract/manage.ts'
import type { RuleAction } from '../../rule/action.ts'
import type { Rule } from '../../rule/rule.ts'
import { budgetInSteps, stepsOf } from '../../rule/budget.ts'
import type { BudgetAction } from '../../rule/budget.ts'
import { effectOfBudget, isEmpty } from '../../rule/effect.ts'
import type { StoredDecision } from '../decisions/decisions.ts'
import type { ActionTaken, EntityFacts, RunDeps } from '../terms.ts'

interface Wish {
  company: CompanyRef
  decision: StoredDecision
  rule: Rule
  at: Date
}

/** An entity as it is on its platform now, with the account that it lies in. */
export interface Live {
  opened: OpenAccount
  /** null: it is an account or a search term. */
  entity: EntityState | null
}

const types = ['ad', 'adset', 'campaign'] as const
const isType = (level: string): level is EntityType => types.some((type) => type === level)

/** null: the account or the entity is not there any more. */
export async function readLive(deps: RunDeps, company: CompanyRef, decision: StoredDecision): Promise<Live | null> {
  const { accountId, level, entityId } = decision
  if (accountId === null) return null
  const opened = await openAccount(deps, { company }, accountId)
  if (!isType(level)) return { opened, entity: null }
  const [entity] = await requireVerb(opened, 'readEntities')(opened.ref, [{ type: level, id: entityId }])
  return entity ? { opened, entity } : null
}

export function factsOf({ status, name, dailyBudget, lifetimeBudget }: EntityState): EntityFacts {
  return { status, name, dailyBudget, lifetimeBudget }
}

/** Says exactly what is to be written, from what is there now: the same whoever sends it, and however often. */
export async function prepare(deps: RunDeps, wish: Wish): Promise<ActionTaken[]> {
  const { company, decision } = wish
  const live = await readLive(deps, company, decision)
  if (!live) return decision.actions.map((action) => skipped(action, 'It is not there any more.'))
  const before = live.entity && factsOf(live.entity)
  const actions: ActionTaken[] = []
  for (const action of decision.actions) {
    const created = action.outcome === 'planned' ? await madeOf(deps, action, { ...wish, live }) : null
    actions.push(
      created === null
        ? action
        : typeof created === 'string'
          ? skipped(action, created)
          : { ...action, ...created, before },
    )
  }
  return withoutEmptyWords(actions)
}

/** Where nothing is to be changed, nothing is said of it either. */
function withoutEmptyWords(actions: ActionTaken[]): ActionTaken[] {
  if (!isEmpty(actions.map(({ action, outcome }) => ({ action, isIdle: outcome === 'skipped' })))) return actions
  const reason = actions.find(({ outcome }) => outcome === 'skipped')?.reason ?? ''
  return actions.map((action) => skipped(action, reason))
}

function skipped(action: ActionTaken, reason: string): ActionTaken {
  return action.outcome === 'planned' ? { ...action, outcome: 'skipped', reason } : action
}

type CreatedAction = Pick<ActionTaken, 'operation' | 'input' | 'effect'>
type Deps = Wish & { live: Live }

/** What an action writes; a text: why there is nothing to write; null: nothing that a platform would see. */
async function madeOf(
  deps: RunDeps,
  { wanted, input }: ActionTaken,
  work: Deps,
): Promise<CreatedAction | string | null> {
  const { decision, live, company } = work
  const accountId = live.opened.ref.id
  switch (wanted.action) {
    case 'notify':
    case 'label':
      return null
    case 'addNegative':
      return { operation: 'add_search_negatives', input }
    case 'launchDraft':
      return (await isDraft(deps, company, wanted.draftId))
        ? { operation: 'launch_draft', input: { id: wanted.draftId } }
        : `The draft ${wanted.draftId} was launched before, or is not there any more.`
  }
  const { entity } = live
  if (!entity) return 'An account or a search term cannot be changed like this.'
  switch (wanted.action) {
    case 'graduate':
      return graduated(deps, work, wanted)
    case 'pause':
    case 'resume':
      return switched(accountId, entity, wanted.action === 'pause' ? 'paused' : 'active')
    case 'setBudget':
    case 'changeBudget':
      return budgeted(wanted, entity, work)
    case 'duplicate':
      return {
        operation: duplicates[entity.type],
        input: { accountId, ...own(entity), copyCount: wanted.copies, initialStatus: 'PAUSED' },
      }
    case 'rename': {
      const day = todayIn(live.opened.ref.timeZone, work.at)
      const name = wanted.name.replaceAll('{name}', entity.name).replaceAll('{date}', day)
      if (name === entity.name) return 'It is called that already.'
      return { operation: renames[entity.type], input: { accountId, ...own(entity), name } }
    }
    default:
      return `${decision.level}: there is no such action.`
  }
}

const duplicates: Record<EntityType, string> = {
  ad: 'duplicate_ad',
  adset: 'duplicate_adset',
  campaign: 'duplicate_campaign',
}
export const renames: Record<EntityType, string> = {
  ad: 'update_ad',
  adset: 'update_ad_set',
  campaign: 'update_campaign',
}
const idFields: Record<EntityType, string> = { ad: 'adId', adset: 'adSetId', campaign: 'campaignId' }

/** How an operation about one kind of entity names it. */
export function own({ type, id }: Pick<EntityState, 'type' | 'id'>): Record<string, string> {
  return { [idFields[type]]: id }
}

/** What the ad shows is looked for by its file: of eight ads with one file the best post goes, once. */
async function graduated(
  { db }: RunDeps,
  { company, decision }: Pick<Deps, 'company' | 'decision'>,
  { adSetIds, pauseOthers }: Extract<RuleAction, { action: 'graduate' }>,
): Promise<CreatedAction | string> {
  const row = await db
    .selectFrom('ad_creatives as shown')
    .where('shown.company_id', '=', company.id)
    .where(notifiesNobody)
    .innerJoin('report_entities as ad', 'ad.key', 'shown.ad_key')
    .select('shown.asset_id')
    .where('shown.account_key', '=', decision.accountKey)
    .where('ad.level', '=', 'ad')
    .where('ad.id', '=', decision.entityId)
    .where('shown.before_day', '=', 'infinity')
    .executeTakeFirst()
  if (!row) return 'What it shows is not known.'
  const wish = { id: String(row.asset_id), adSetIds }
  if (await isWithPeople(db, company, decision, wish))
    return 'People are asked about it already, for another ad that shows the same.'
  const input = { ...wish, ...(pauseOthers ? { pauseOthers } : {}) }
  return { operation: 'graduate_creative', input }
}

/** Eight ads with one file are one question, not eight. */
async function isWithPeople(
  db: RunDeps['db'],
  { id: companyId }: CompanyRef,
  { id }: StoredDecision,
  input: object,
): Promise<boolean> {
  const same = JSON.stringify([{ operation: 'graduate_creative', input }])
  const { rows } = await sql<{ isOpen: boolean }>`
    SELECT EXISTS (SELECT FROM automation_decisions AS other
      WHERE other.company_id = ${companyId} AND other.id <> ${id} AND other.actions @> ${same}::jsonb AND (
        EXISTS (SELECT FROM automation_suggestions AS suggestion WHERE suggestion.company_id = ${companyId}
          AND suggestion.decision_id = other.id AND suggestion.state = 'open' AND suggestion.expires_at > clock_timestamp())
        OR EXISTS (SELECT FROM jsonb_array_elements(other.actions) AS one JOIN approvals ON approvals.id = (one ->> 'approvalId')::bigint
          WHERE approvals.company_id = ${companyId} AND approvals.state IN ('waiting', 'approved')))) AS "isOpen"`.execute(
    db,
  )
  return rows[0]?.isOpen === true
}

function switched(
  accountId: string,
  { type, id, status }: EntityState,
  to: 'paused' | 'active',
): CreatedAction | string {
  if (status === to) return `It is ${to} already.`
  if (status === 'archived' || status === 'deleted') return `It is ${status}.`
  return {
    operation: 'update_status',
    input: { accountId, entityType: type, entityIds: [id], newStatus: to.toUpperCase() },
  }
}

function budgeted(
  wanted: BudgetAction,
  entity: EntityState,
  { live, decision, rule, at }: Deps,
): CreatedAction | string {
  const { ref, session } = live.opened
  const { type, id, dailyBudget, lifetimeBudget } = entity
  const now = dailyBudget ?? lifetimeBudget
  if (now === null || type === 'ad') return 'It has no budget of its own.'
  const maxPercent = rule.protections.maxBudgetChangePercent
  const field = dailyBudget === null ? 'lifetimeBudget' : 'dailyBudget'
  const deps = { numbers: decision.numbers, maxPercent: maxPercent, at, timeZone: ref.timeZone }
  const amount = budgetInSteps(wanted, now, { ...deps, ...stepsOf(session, ref, field) })
  if (typeof amount === 'string') return amount
  if (amount === now) return `Its budget is ${now} already, as far as the rule's bounds allow.`
  const input = { accountId: ref.id, entityId: id, entityType: type, [field]: amount }
  return { operation: 'update_budget', input, effect: effectOfBudget(now, amount) }
}

async function isDraft({ db }: RunDeps, company: CompanyRef, draftId: number): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select('state')
    .where('id', '=', draftId)
    .executeTakeFirst()
  return row?.state === 'draft'
}
