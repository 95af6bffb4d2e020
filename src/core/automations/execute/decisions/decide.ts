import type { CompanyId } from '../../../../db/company-id.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import { everyCompany } from '../../../../db/scoped.ts'
import type { Checked, CheckedRule } from '../../evaluate/check.ts'
import { casesOf } from '../../rule/rule.ts'
import type { Rule } from '../../rule/rule.ts'
import { maxWaiting } from '../limits.ts'
import { readHistory } from './history.ts'
import { effectOf } from '../../rule/effect.ts'
import { protect, traitsIn } from './protect.ts'
import type { JudgedEntity } from './protect.ts'
import { NoLongerHeld } from '../terms.ts'
import type { ActionTaken, HeldExecution } from '../terms.ts'

/**
 * Writes down what is to be done about everything that matched, before anything is done: whoever takes the execution up
 * goes on with these decisions. One rule of a company after the other, so that two see each other's.
 */
export async function decide(
  db: Db,
  execution: HeldExecution,
  checked: CheckedRule,
  note: string | null,
): Promise<void> {
  const { id, company, rule } = execution
  await db.transaction().execute(async (trx) => {
    await oneByOne(trx, company.id)
    const { numAffectedRows } = await sql`
      UPDATE automation_executions
      SET checked = ${checked.checked}, matched = ${checked.matched.length}, unknown = ${checked.unknown}, figures_at = ${checked.figuresAt}, reason = ${note},
        conversion = ${checked.ratesByDay && JSON.stringify(checked.ratesByDay)}
      WHERE id = ${id} AND run_token = ${execution.token} AND state = 'running' AND checked IS NULL`.execute(
      everyCompany(trx),
    )
    if (numAffectedRows !== 1n) throw new NoLongerHeld()
    const history = await readHistory(trx, execution, checked.matched)
    const judged = protect(rule, checked.matched, history, traitsIn(rule, execution.at))
    await store(trx, execution, judged)
  })
}

/** Whoever decides for a company sees what those before have decided. */
export async function oneByOne(trx: Db, companyId: CompanyId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`automation decisions ${companyId}`}))`.execute(everyCompany(trx))
}

const atOnce = 500

async function store(
  trx: Db,
  { id, company, automationId, rule, at }: HeldExecution,
  judged: JudgedEntity[],
): Promise<void> {
  const waiting = new Set(judged.filter(({ isWaiting }) => isWaiting).slice(0, maxWaiting))
  for (let from = 0; from < judged.length; from += atOnce) {
    const rows = judged.slice(from, from + atOnce).map((each) => storedOf(each, waiting.has(each)))
    await trx.insertInto('automation_decisions').values(rows).execute()
  }

  function storedOf({ checked, reason, rivalId }: JudgedEntity, isWaiting: boolean) {
    const planned = () => JSON.stringify(plannedFor(rule, checked, at))
    return {
      company_id: company.id,
      execution_id: id,
      automation_id: automationId,
      platform: checked.entity.platform,
      account_key: checked.entity.accountKey,
      level: checked.entity.level,
      entity_key: checked.entity.key,
      entity_id: checked.entity.id,
      entity_name: checked.entity.name,
      case_index: checked.case ?? 0,
      numbers: JSON.stringify(checked.numbers),
      outcome: reason === null ? ('planned' as const) : ('skipped' as const),
      reason,
      actions: reason === null ? planned() : '[]',
      waiting: isWaiting ? planned() : null,
      met: rivalId,
    }
  }
}

function plannedFor(rule: Rule, { case: place, entity, numbers }: Checked, at: Date): ActionTaken[] {
  const actions = casesOf(rule)[place ?? 0]?.then ?? []
  const maxPercent = rule.protections.maxBudgetChangePercent
  const known = { budget: entity.dailyBudget ?? entity.lifetimeBudget, numbers, maxPercent: maxPercent, at }
  return actions.map((wanted) => ({
    action: wanted.action,
    wanted,
    effect: effectOf(wanted, known),
    operation: null,
    input: wanted.action === 'addNegative' ? negativeFor(wanted.matchType, entity) : null,
    outcome: 'planned',
    reason: null,
    before: null,
    after: null,
    approvalId: null,
    error: null,
    undo: null,
  }))
}

/** Where a search is kept away from: the ad group that it reached, or its campaign. */
function negativeFor(matchType: string, { accountId, id, name, campaignId, adSetId }: Checked['entity']) {
  const place = adSetId === null ? { campaignId } : { adGroupId: adSetId }
  return { accountId, negatives: [{ text: name ?? id, matchType: matchType.toUpperCase(), ...place }] }
}
