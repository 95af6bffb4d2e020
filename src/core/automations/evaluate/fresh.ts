import pTimeout from 'p-timeout'
import { entryOf, required } from '../../../lookup.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { discoverAccounts } from '../../reports/sync/all.ts'
import { ensureDays } from '../../reports/sync/ensure/days.ts'
import { ensureEntities } from '../../reports/sync/ensure/entities.ts'
import { whyUnread } from '../../reports/sync/open.ts'
import type { Coverage, ReportAccount } from '../../reports/sync/ensure/days.ts'
import { addDays, todayIn } from '../../../days.ts'
import { accountsFor, isInScope } from '../rule/accounts.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import { compileRule, metricFigures } from '../rule/compiled/compile.ts'
import { daysIn } from '../rule/compiled/span.ts'
import { maxWindowDays } from '../rule/limits.ts'
import type { Rule } from '../rule/rule.ts'

/** How long a check waits for figures that are read for it. */
const waitForFiguresMs = 60_000

/** What of a rule's scope can be checked now. */
export interface FreshScope {
  /** The same rule, on those accounts alone whose figures are fresh enough; null: there is none. */
  rule: Rule | null
  /** The others, with why they are left out. */
  leftOut: { accountId: string; reason: string }[]
}

/** Days that still move: whoever reads them has the newest figures there are. */
const movingDays = 2
/** Figures that are younger are not read again. */
const youngMs = 10 * 60_000

/** Has the newest figures of everything read that the rules look at, and says what came of it for each of them. */
export async function freshScopes(
  deps: ReportDeps,
  company: CompanyRef,
  { rules, isAskedFor, waitMs = waitForFiguresMs }: { rules: Rule[]; isAskedFor: boolean; waitMs?: number },
): Promise<FreshScope[]> {
  await discoverAccounts(deps, company.id)
  const { accounts } = await accountsFor(deps, company)
  const wanted = accounts.filter((account) => rules.some((rule) => isInScope(rule, account)))
  const ensure = (ms: number) => coverageOf(deps, wanted, { rules, waitMs: ms })
  const before = await ensure(waitMs)
  const old = before.filter(({ freshAt }) => freshAt && Date.now() - freshAt.getTime() > youngMs)
  if (old.length > 0) {
    const readings = old.map(({ account }) => deps.readings.start(account, 'recent'))
    await pTimeout(Promise.all(readings), { milliseconds: waitMs, fallback: () => undefined })
  }
  const now = old.length > 0 ? await ensure(0) : before
  // Whoever asks for it now means what is there now.
  const facts = await Promise.all(wanted.map((account) => ensureEntities(deps, account, isAskedFor ? 0 : youngMs)))
  // Figures that are fresh still are of no use where nothing could be done by them.
  const waits = await Promise.all(wanted.map(async (account, place) => facts[place] ?? whyUnread(deps, account)))
  const known = now.map((one, place) => (waits[place] ? { ...one, freshAt: null, reason: waits[place] } : one))
  return rules.map((rule) => freshScope(rule, known))
}

/** Each account's days as far back as the rules look that look at it. */
async function coverageOf(
  deps: ReportDeps,
  accounts: ReportAccount[],
  { rules, waitMs }: { rules: Rule[]; waitMs: number },
): Promise<Coverage[]> {
  const today = todayIn('UTC')
  const firsts = accounts.map((account) =>
    firstDay(
      rules.filter((rule) => isInScope(rule, account)),
      today,
    ),
  )
  const ensured = [...new Set(firsts)].map((from) => {
    const own = accounts.filter((_, place) => firsts[place] === from)
    return ensureDays(deps, own, { from, to: addDays(today, 1) }, waitMs)
  })
  const found = (await Promise.all(ensured)).flat()
  const byKey = new Map(found.map((each) => [each.account.key, each]))
  return accounts.map(({ key }) => entryOf(byKey, key, 'account'))
}

function firstDay(rules: Rule[], today: string): string {
  const spans = rules.flatMap((rule) => metricFigures(compileRule(rule)).map(({ span }) => span))
  const days = spans.map((span) => daysIn(span, addDays(today, -1)).from ?? addDays(today, -maxWindowDays))
  return required([addDays(today, -movingDays), ...days].sort()[0], 'first day')
}

function freshScope(rule: Rule, coverage: Coverage[]): FreshScope {
  const mine = coverage.filter(({ account }) => isInScope(rule, account))
  const max = rule.protections.figuresMaxAgeMinutes
  const stale = mine.flatMap((one) => {
    const reason = staleWords(one, max)
    return reason === null ? [] : [{ accountId: one.account.accountId, reason }]
  })
  const left = new Set(stale.map(({ accountId }) => accountId))
  const accountIds = mine.flatMap(({ account }) => (left.has(account.accountId) ? [] : [account.accountId]))
  if (stale.length === 0 && accountIds.length > 0) return { rule, leftOut: [] }
  return { rule: accountIds.length > 0 ? { ...rule, scope: { ...rule.scope, accountIds } } : null, leftOut: stale }
}

function staleWords({ freshAt, reason }: Coverage, maxMinutes: number): string | null {
  if (!freshAt) return reason ?? 'no figures were read yet'
  const minutes = Math.floor((Date.now() - freshAt.getTime()) / 60_000)
  if (minutes <= maxMinutes) return null
  return `its figures are ${minutes} minutes old, and the rule allows ${maxMinutes}`
}

/** Which accounts were left out, in a sentence; null: none. */
export function leftOutWords(leftOut: FreshScope['leftOut']): string | null {
  if (leftOut.length === 0) return null
  const shown = leftOut.slice(0, maxShown).map(({ accountId, reason }) => `${accountId}: ${reason.replace(/\.$/, '')}`)
  const more = leftOut.length > maxShown ? `; and ${leftOut.length - maxShown} more` : ''
  return `Accounts that were not checked: ${shown.join('; ')}${more}.`
}

const maxShown = 5
