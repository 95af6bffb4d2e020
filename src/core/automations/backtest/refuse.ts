import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { isAboutPeople } from '../../../platforms/contract/metrics.ts'
import { addDays, dayCount } from '../../../days.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import type { ConditionFormula } from '../rule/compiled/formula.ts'
import { dailyMinutes, maxDaysBack, maxSlots } from './limits.ts'

/** What cannot be tried on the past, because nobody keeps it. */
export function refuseUnkept({ rule, cases, filter, figures }: CompiledRule): void {
  const issues: Issue[] = []
  if (rule.scope.level === 'searchTerm') {
    issues.push({
      path: 'scope.level',
      message: 'What people searched for is not kept: there is no past to try it on.',
    })
  }
  const isOfPeople = (label: string) => {
    const figure = figures.get(label)
    return figure?.kind === 'metric' && isAboutPeople(figure.metric)
  }
  for (const { path, labels } of [...cases.map(({ when }) => when), ...(filter ? [filter] : [])].flatMap(leavesOf)) {
    const [label] = labels.filter(isOfPeople)
    if (label === undefined) continue
    issues.push({ path, message: `${label}: people are counted by the platform at the moment, and are not kept.` })
  }
  if (issues.length > 0) throw brokenRules(issues)
}

function leavesOf(formula: ConditionFormula): { path: string; labels: string[] }[] {
  if ('all' in formula) return formula.all.flatMap(leavesOf)
  if ('any' in formula) return formula.any.flatMap(leavesOf)
  if ('not' in formula) return formula.not.flatMap(leavesOf)
  if ('fact' in formula) return [{ path: formula.path, labels: [formula.fact] }]
  const { path, left, right } = formula
  return [{ path, labels: [left, ...(typeof right === 'number' ? [] : [right.label])] }]
}

export function refuseRange({ from, to }: DayRange, everyMinutes: number, now: Date): void {
  const today = now.toISOString().slice(0, 10)
  const oldest = addDays(today, -maxDaysBack)
  const slots = (dayCount({ from, to }) * dailyMinutes) / everyMinutes
  const issues: Issue[] = []
  const add = (path: string, message: string) => issues.push({ path, message })
  if (to > today) add('to', `must not be in the future: today is ${today} (UTC)`)
  if (from > to) add('from', 'must not be after to')
  if (from < oldest) add('from', `must be ${oldest} or later: what was known is kept for ${maxDaysBack} days`)
  if (issues.length === 0 && slots > maxSlots) {
    add('everyMinutes', `makes ${Math.ceil(slots)} moments of these days: ask for at most ${maxSlots}`)
  }
  if (issues.length > 0) throw brokenRules(issues)
}
