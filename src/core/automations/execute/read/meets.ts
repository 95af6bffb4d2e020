import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import { entryOf } from '../../../../lookup.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { Context } from '../../../context.ts'
import { checkRules } from '../../evaluate/check.ts'
import type { ReportDeps } from '../../../reports/sync/ensure/readings.ts'
import type { Checked } from '../../evaluate/checked.ts'
import { compileRule, peopleFigures } from '../../rule/compiled/compile.ts'
import { joined, likelyWinner, mayMeet, winnerOf } from '../../rule/overlap.ts'
import type { Winner } from '../../rule/overlap.ts'
import { casesOf } from '../../rule/rule.ts'
import type { Rule } from '../../rule/rule.ts'
import { isSeenRule } from '../../rule/seen-rules.ts'
import { enabledRules } from '../../rule/store.ts'
import type { Automation } from '../../rule/store.ts'
import { isSeenBy } from '../decisions/decisions.ts'
import { nameOf } from '../../evaluate/checked.ts'
import { traitsIn } from '../decisions/protect.ts'
import { isHarmless } from '../../rule/effect.ts'

/** Another rule that is switched on and would change the same entities. */
export interface Meeting {
  ruleId: number
  name: string
  /** How many; null: nobody knows yet. */
  entities: number | null
  wins: Winner
}

/** As many as anybody reads, those that meet on most first. */
export const maxMeetings = 20
/** So many others are looked at. */
const maxOthers = 50
/** For so long what met is told. */
export const metHours = 48

/** Which rules would change now what this one would. Figures are those that are known. */
export async function meetsNow(
  deps: ReportDeps,
  { company, signal, now }: Pick<Context, 'company' | 'signal' | 'now'>,
  { id, rule, wanted }: { id: number | null; rule: Rule; wanted: Checked[] },
): Promise<Meeting[]> {
  const others = (await othersOf(deps.db, company, rule, id)).slice(0, maxOthers)
  const cheap = others.filter(({ rule: other }) => isCheap(other))
  const toCheck = wanted.length > 0 ? cheap.map((other) => ({ id: other.id, rule: other.rule })) : []
  const checked = toCheck.length > 0 ? await checkRules(deps, { company, signal }, { rules: toCheck, at: now }) : []
  const found = new Map(checked.map(({ ruleId, matched }) => [ruleId, matched]))
  const own = coursesIn(rule, wanted, now)
  const meetings = others.map((other): Meeting => {
    const described = { ruleId: other.id, name: other.rule.name }
    if (!isCheap(other.rule)) return { ...described, entities: null, wins: likelyWinner(rule, other.rule) }
    const theirs = coursesIn(other.rule, found.get(other.id) ?? [], now)
    const shared = [...own].flatMap(([name, course]) =>
      theirs.has(name) ? [[course, entryOf(theirs, name, 'course')] as const] : [],
    )
    return { ...described, entities: shared.length, wins: joined(shared.map((pair) => winnerOf(...pair))) }
  })
  return foremost(meetings)
}

/** Whoever needs the platform to be asked is not checked for this. */
function isCheap(rule: Rule): boolean {
  return rule.scope.level !== 'searchTerm' && peopleFigures(compileRule(rule)).length === 0
}

/** What a rule makes of what each may spend, by the entity's name; without what it would not change. */
function coursesIn(rule: Rule, matched: Checked[], at: Date) {
  const cases = casesOf(rule)
  const traitsOf = traitsIn(rule, at)
  const changed = matched.filter(({ case: place, entity: { state } }) => {
    const actions = (cases[place ?? 0]?.then ?? []).filter(({ action }) => !isHarmless(action))
    return actions.some(
      ({ action }) => !(action === 'pause' && state === 'paused') && !(action === 'resume' && state === 'active'),
    )
  })
  return new Map(changed.map((each) => [nameOf(each.entity), traitsOf(each).course]))
}

/** What only suggests changes nothing by itself. */
async function othersOf(db: Db, company: CompanyRef, rule: Rule, id: number | null) {
  const enabled = await enabledRules({ db }, { company })
  return enabled.filter((other) => other.id !== id && other.rule.mode !== 'suggest' && mayMeet(rule, other.rule))
}

function foremost(meetings: Meeting[]): Meeting[] {
  const count = ({ entities }: Meeting) => entities ?? 0.5
  return meetings
    .filter(({ entities }) => entities !== 0)
    .toSorted((one, other) => count(other) - count(one))
    .slice(0, maxMeetings)
}

interface Met {
  loser: number
  winner: number
  entities: number
}

/** The same for many rules, by what their last checks say; what was not checked lately may meet as far as scopes tell. */
export async function meetsLately(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  automations: readonly Pick<Automation, 'id' | 'rule'>[],
): Promise<Map<number, Meeting[]>> {
  const acting = (await enabledRules({ db }, { company })).filter(({ rule }) => rule.mode !== 'suggest')
  const since = sql`clock_timestamp() - make_interval(hours => ${metHours})`
  const { rows: met } = await sql<Met>`
    SELECT automation_id AS loser, met AS winner, count(DISTINCT (account_key, level, entity_id))::int AS entities
    FROM automation_decisions AS decision
    WHERE company_id = ${company.id} AND met IS NOT NULL AND created_at > ${since} AND ${isSeenBy(company)}
    GROUP BY automation_id, met`.execute(db)
  const { rows: checked } = await sql<{ id: number }>`
    SELECT automations.id FROM automations
    WHERE company_id = ${company.id} AND ${isSeenRule(company, 'automations.rule')} AND EXISTS (
      SELECT FROM automation_executions AS execution
      WHERE execution.automation_id = automations.id AND execution.version = automations.version
        AND execution.checked IS NOT NULL AND execution.started_at > ${since})`.execute(db)
  const isChecked = new Set(checked.map(({ id }) => id))
  const lost = (loser: number, winner: number) =>
    met.find((each) => each.loser === loser && each.winner === winner)?.entities ?? 0
  return new Map(
    automations.map(({ id, rule }) => {
      const others =
        rule.mode === 'suggest' ? [] : acting.filter((other) => other.id !== id && mayMeet(rule, other.rule))
      const meetings = others.map((other): Meeting => {
        const described = { ruleId: other.id, name: other.rule.name }
        const [won, given] = [lost(other.id, id), lost(id, other.id)]
        if (won + given > 0 || (isChecked.has(id) && isChecked.has(other.id))) {
          return { ...described, entities: won + given, wins: given === 0 ? 'this' : won === 0 ? 'other' : 'mixed' }
        }
        return { ...described, entities: null, wins: likelyWinner(rule, other.rule) }
      })
      return [id, foremost(meetings)]
    }),
  )
}
