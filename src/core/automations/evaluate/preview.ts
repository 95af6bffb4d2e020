import { AppError } from '../../../errors.ts'
import { only, required } from '../../../lookup.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import type { Context } from '../../context.ts'
import { ensureDays } from '../../reports/sync/ensure/days.ts'
import { addDays, todayIn } from '../../../days.ts'
import { maxWindowDays } from '../rule/limits.ts'
import type { Rule } from '../rule/rule.ts'
import { isEmpty } from '../rule/effect.ts'
import { freshScopes } from './fresh.ts'
import { accountsFor, isInScope } from '../rule/accounts.ts'
import type { Unreadable } from './calendar.ts'
import { checkRules } from './check.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { ShownRates } from './rates.ts'
import type { Checked, Entity } from './checked.ts'
import { compileRule, metricFigures } from '../rule/compiled/compile.ts'
import { plannedActions } from './planned.ts'
import type { PlannedAction } from './planned.ts'
import { daysIn } from '../rule/compiled/span.ts'

/** How many of each kind a preview shows. */
export const maxShown = 200

interface PreviewMatch extends Checked {
  would: PlannedAction[]
}

export interface Preview {
  matched: PreviewMatch[]
  /** Everything that the rule would change if nothing else stood against it. */
  wanted: Checked[]
  /** What meets the conditions and is left alone all the same, and what cannot be judged, with why. */
  skipped: { checked: Checked; reason: string }[]
  counts: { checked: number; matched: number; skipped: number; unmatched: number; unknown: number }
  figuresAt: Date | null
  missing: Unreadable[]
  /** By which rates amounts were told in one currency; null: they are in that of each account. */
  conversion: ShownRates | null
}

/** Holds what matched against what was done before: why it is left alone, or null. */
export type Protect = (rule: Rule, matched: Checked[]) => Promise<{ checked: Checked; reason: string | null }[]>

type Asking = Pick<Context, 'company' | 'signal' | 'now'>

/** How long a preview waits for figures that are read for it. */
const waitMs = 8_000

/** What a rule would do now, held by everything that holds a run. Nothing is changed. */
export async function previewRule(deps: ReportDeps, context: Asking, given: Rule, protect: Protect): Promise<Preview> {
  const unread = await readFigures(deps, context, given)
  const scopes = await freshScopes(deps, context.company, { rules: [given], isAskedFor: false, waitMs })
  const { rule, leftOut } = only(scopes)
  if (!rule) return { ...nothing, missing: leftOut }
  const found = await checkRules(deps, context, { rules: [{ id: 0, rule }], at: context.now, others: maxShown })
  const { matched, others, figuresAt, missing, checked, unmatched, unknown, conversion } = only(found)
  const planned = await plan(deps, context, { rule, matched, protect })
  const held = planned.filter(({ reason }) => reason !== null)
  const shown = others.filter(({ outcome, isBelowMinimum }) => outcome === 'unknown' || isBelowMinimum)
  const known = [...leftOut, ...unread.filter(({ accountId }) => !leftOut.some((one) => one.accountId === accountId))]
  const named = new Set(known.map(({ accountId }) => accountId))
  return {
    wanted: matched,
    matched: planned
      .filter(({ reason }) => reason === null)
      .slice(0, maxShown)
      .map(({ checked: each, would }) => ({ ...each, numbers: each.numbers, would })),
    skipped: [
      ...held.map((each) => ({ checked: each.checked, reason: required(each.reason, 'reason') })),
      ...shown.map((each) => ({ checked: each, reason: required(each.why, 'reason') })),
    ].slice(0, maxShown),
    counts: { checked, matched: matched.length - held.length, skipped: held.length, unmatched, unknown },
    figuresAt,
    missing: [...known, ...missing.filter(({ accountId }) => !named.has(accountId))],
    conversion,
  }
}

const nothing: Preview = {
  matched: [],
  wanted: [],
  skipped: [],
  counts: { checked: 0, matched: 0, skipped: 0, unmatched: 0, unknown: 0 },
  figuresAt: null,
  missing: [],
  conversion: null,
}

interface Planned {
  checked: Checked
  would: PlannedAction[]
  /** Why it is left alone; null: it is not. */
  reason: string | null
}

/** In the order of what matched. What needs nothing takes no room from the others. */
async function plan(
  deps: ReportDeps,
  context: Asking,
  { rule, matched, protect }: { rule: Rule; matched: Checked[]; protect: Protect },
): Promise<Planned[]> {
  const sessions = await sessionsOf(deps, context, matched)
  const accounts = new Map((await accountsFor(deps, context.company)).accounts.map((each) => [each.key, each]))
  const planned = matched.map((checked): Planned => {
    const { accountKey } = checked.entity
    const basis = { rule, at: context.now, timeZone: accounts.get(accountKey)?.timeZone ?? 'UTC' }
    const would = plannedActions(checked, { ...basis, session: sessions.get(accountKey) })
    return { checked, would, reason: idleReason(would) }
  })
  const judged = await protect(
    rule,
    planned.filter(({ reason }) => reason === null).map(({ checked }) => checked),
  )
  const reasons = new Map(judged.map(({ checked, reason }) => [checked, reason]))
  return planned.map((each) => ({ ...each, reason: each.reason ?? reasons.get(each.checked) ?? null }))
}

function idleReason(would: PlannedAction[]): string | null {
  const idle = would.filter((action) => action.nothing !== null)
  const isIdle = isEmpty(would.map(({ action, nothing: why }) => ({ action, isIdle: why !== null })))
  return isIdle || idle.length === would.length ? (idle[0]?.nothing ?? null) : null
}

/** Has the days read that the rule looks at, and answers which accounts lack some of them. */
async function readFigures(deps: ReportDeps, { company, now }: Asking, rule: Rule): Promise<Unreadable[]> {
  const spans = metricFigures(compileRule(rule)).map(({ span }) => span)
  if (spans.length === 0 || rule.scope.level === 'searchTerm') return []
  const { accounts } = await accountsFor(deps, company)
  const today = todayIn('UTC', now)
  // A day more on both sides: it is another date elsewhere.
  const firsts = spans.map((span) => daysIn(span, addDays(today, -1)).from ?? addDays(today, -maxWindowDays))
  const range = { from: required(firsts.sort()[0], 'first day'), to: addDays(today, 1) }
  const wanted = accounts.filter((account) => isInScope(rule, account))
  const coverage = await ensureDays(deps, wanted, range)
  return coverage.flatMap(({ account, reason }) => (reason === null ? [] : [{ accountId: account.accountId, reason }]))
}

async function sessionsOf(
  { connections, pool }: ReportDeps,
  { company }: Asking,
  matched: Checked[],
): Promise<Map<number, Session>> {
  const sessions = new Map<number, Session>()
  const entities = new Map<number, Entity>(matched.map(({ entity }) => [entity.accountKey, entity]))
  const { accounts } = await accountsFor({ connections, pool }, company)
  for (const { key, platform, accountId } of accounts.filter((account) => entities.has(account.key))) {
    try {
      const { session } = await connections.openFor(company, { platform, account_id: accountId })
      sessions.set(key, session)
    } catch (error) {
      // Amounts are then shown as they were worked out.
      if (!(error instanceof AppError)) throw error
    }
  }
  return sessions
}
