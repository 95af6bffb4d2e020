import { askUntil } from '../support/ask-until.ts'
import { mainOf } from './platform.ts'
import type { Fixture } from './launches.ts'
import type { Reply } from './service.ts'
import type { Write } from './steps.ts'
import type { Entity } from './world.ts'

type Rule = Extract<Write, { do: 'rule' }>

interface Action {
  outcome: string
  reason: string | null
  approvalId: number | null
  error: { code: string; details?: Record<string, unknown> } | null
}

interface Execution {
  id: number
  state: string
  reason: string | null
  decisions: { outcome: string; reason: string | null; actions: Action[] }[]
}

/** Nothing but the guards is to hold it up. */
const protections = {
  ...{ minSpend: 0, ignoreRecentDays: 0, cooldownMinutes: 0, maxPerDay: 100, maxBudgetChangePercent: 1_000 },
  ...{ maxShareOfAccount: 100, stopAfterErrors: 100 },
}

/** Makes a rule about the targets, has it checked once and takes it away, so that it is in no other rule's way. */
export async function runRule({ company, platform }: Fixture, targets: Entity[], write: Rule): Promise<Reply> {
  const { account, level, key } = write
  const rule = {
    ...{ name: `Model ${write.action}`, mode: 'act', enabled: false, then: [actionOf(write)], protections },
    scope: { level, accountIds: [platform.ids[account]!], filter: filterOf(targets) },
    when: { field: 'name', operator: 'matches', value: '*' },
  }
  const made = await company.call('POST', '/v1/automations', rule, key)
  if (made.status !== 201) return made
  const at = `/v1/automations/${String(made.body['id'])}`
  const run = await company.call('POST', `${at}/run`, {}, key)
  if (run.status !== 202) return run
  const { id } = run.body as unknown as Execution
  const ended = await askUntil(async () => {
    const { body } = await company.call('GET', `/v1/automations/executions/${id}`, undefined, key)
    return body['state'] === 'running' ? null : body
  })
  return answerOf(ended as unknown as Execution)
}

/** Ads are named by what they lie in. */
function filterOf(targets: Entity[]): object {
  const adSetIds = targets.flatMap((one) => (one.kind === 'ad' ? [one.adSetId] : one.kind === 'adset' ? [one.id] : []))
  if (adSetIds.length > 0) return { adSetIds: [...new Set(adSetIds)] }
  return { campaignIds: targets.map(({ id }) => id) }
}

function actionOf({ action, account, amount }: Rule): object {
  if (action === 'pause' || action === 'resume') return { action }
  const by = mainOf(account, amount)
  return { action: 'changeBudget', amount: action === 'raise' ? by : -by }
}

/** As if it were the answer of a single write: what stood against it, if anything did. */
function answerOf({ state, reason, decisions }: Execution): Reply {
  const actions = decisions.flatMap((decision) => decision.actions)
  const error = actions.find((action) => action.error)?.error
  if (error) return { status: 409, body: { error } }
  const approvalId = actions.find((action) => action.outcome === 'asked')?.approvalId
  if (approvalId) return { status: 403, body: { error: { code: 'approval_required', details: { approvalId } } } }
  if (actions.some(({ outcome }) => outcome === 'done')) return { status: 200, body: {} }
  // A rule's run is told too late where the model's clock is ahead of the database's, as it is on some of its days.
  const why = reason?.startsWith('It is too late') ? 'too late' : (decisions[0]?.outcome ?? state)
  return { status: 409, body: { error: { code: why, message: decisions[0]?.reason ?? reason } } }
}
