import type { Issue } from '../../../../errors.ts'
import { required } from '../../../../lookup.ts'
import { isAboutPeople, isMetric, isOfOutcomes, metricNames } from '../../../../platforms/contract/metrics.ts'
import { spanKey, spanOf } from '../compiled/span.ts'
import type { CompareTo, RuleCondition } from '../condition.ts'
import { deepestTree, maxWindows, widestTree } from '../limits.ts'
import { casesOf } from '../rule.ts'
import type { Rule } from '../rule.ts'
import type { RuleWindow } from '../window.ts'
import { windowLabel } from '../window.ts'
import type { RuleFieldName } from '../words.ts'
import { namesOf } from './rule-context.ts'
import type { RuleContext } from './rule-context.ts'

/** What is wrong with the conditions of a rule, each at its path. */
export function treeIssues(deps: RuleContext): Issue[] {
  const { rule } = deps
  const issues = casesOf(rule).flatMap(({ when, path }) => issuesIn(when, path === '' ? 'when' : `${path}.when`, deps))
  const filter = rule.scope.filter?.when
  if (filter) issues.push(...issuesIn(filter, 'scope.filter.when', deps, { onlyFields: true }))
  if (issues.length === 0 && spansOf(rule).size > maxWindows) {
    issues.push({ path: 'when', message: `a rule looks at ${maxWindows} different stretches of days at most` })
  }
  return issues
}

function issuesIn(root: RuleCondition, path: string, deps: RuleContext, { onlyFields = false } = {}): Issue[] {
  const issues: Issue[] = []
  let leaves = 0
  const visit = (condition: RuleCondition, at: string, depth: number): void => {
    if (depth > deepestTree) {
      issues.push({ path: at, message: `lies deeper than ${deepestTree} conditions` })
      return
    }
    for (const kind of ['all', 'any', 'not'] as const) {
      for (const [index, part] of (condition[kind] ?? []).entries()) visit(part, `${at}.${kind}.${index}`, depth + 1)
    }
    if (condition.metric === undefined && condition.field === undefined) return
    leaves += 1
    if (leaves === widestTree + 1) issues.push({ path: at, message: `is one of more than ${widestTree} conditions` })
    if (leaves > widestTree) return
    if (condition.field !== undefined) issues.push(...fieldIssues(condition.field, at, deps.rule))
    else if (onlyFields) issues.push({ path: `${at}.metric`, message: 'a filter looks at fields, not at metrics' })
    else issues.push(...leafIssues(condition, at, deps))
  }
  visit(root, path, 1)
  return issues
}

/** What the levels do not have. */
export const lackingFields: Record<Rule['scope']['level'], readonly RuleFieldName[]> = {
  ad: ['dailyBudget', 'lifetimeBudget'],
  adset: ['creativeState'],
  campaign: ['creativeState'],
  account: ['ageDays', 'status', 'dailyBudget', 'lifetimeBudget', 'learningPhase', 'creativeState'],
  searchTerm: ['ageDays', 'status', 'dailyBudget', 'lifetimeBudget', 'learningPhase', 'creativeState'],
}

function fieldIssues(field: RuleFieldName, path: string, { scope }: Rule): Issue[] {
  if (!lackingFields[scope.level].includes(field)) return []
  return [{ path: `${path}.field`, message: `there is no ${field} at the level ${scope.level}` }]
}

function leafIssues(condition: RuleCondition, path: string, deps: RuleContext): Issue[] {
  const { compareTo } = condition
  const metric = required(condition.metric, 'metric')
  const window = required(condition.window, 'window')
  const own = figureIssues({ metric, window }, path, deps)
  if (!compareTo) return own
  const other = { metric: compareTo.metric ?? metric, window: compareTo.window ?? window }
  const isSame = other.metric === metric && windowLabel(other.window) === windowLabel(window)
  if (isSame && !compareTo.siblings) {
    return [...own, { path: `${path}.compareTo`, message: 'compares a number with itself' }]
  }
  const given = compareTo.metric !== undefined || compareTo.window !== undefined
  const theirs = given ? figureIssues(other, `${path}.compareTo`, deps) : []
  return [...own, ...theirs, ...siblingIssues(compareTo, other.metric, `${path}.compareTo`, deps)]
}

function siblingIssues({ siblings }: CompareTo, metric: string, path: string, { rule }: RuleContext): Issue[] {
  if (!siblings) return []
  if (rule.scope.level === 'account')
    return [{ path: `${path}.siblings`, message: 'accounts have no parent, so no siblings' }]
  return isAboutPeople(metric)
    ? [{ path: `${path}.siblings`, message: 'people cannot be averaged: two may be the same' }]
    : []
}

interface MetricQuery {
  metric: string
  window: RuleWindow
}

function figureIssues({ metric, window }: MetricQuery, path: string, deps: RuleContext): Issue[] {
  if (!isMetric(metric)) {
    return [{ path: `${path}.metric`, message: `there is no metric ${metric}`, expected: metricNames.join(', ') }]
  }
  const { ignoreRecentDays } = deps.rule.protections
  const issues: Issue[] = []
  if (isAboutPeople(metric)) issues.push(...peopleIssues(metric, window, path, deps))
  const span = spanOf(window, metric, ignoreRecentDays)
  const isOneDay = window === 'today' || window === 'yesterday'
  if (isOneDay && isOfOutcomes(metric) && spanKey(span) !== spanKey(spanOf(window, metric, 0))) {
    const message = `${metric} of ${window} is not complete: choose another window, or set protections.ignoreRecentDays to ${window === 'today' ? 0 : 1}`
    issues.push({ path: `${path}.window`, message })
  }
  const days = typeof span.first === 'number' ? span.first + 1 : 0
  const short = deps.platforms.filter(({ historyDays }) => days > historyDays)
  if (short.length > 0) {
    const longest = Math.min(...short.map(({ historyDays }) => historyDays))
    const message = `goes back ${days} days; ${namesOf(short)} keeps figures of ${longest}`
    issues.push({ path: `${path}.window`, message })
  }
  return issues
}

function peopleIssues(metric: string, window: RuleWindow, path: string, { rule, platforms }: RuleContext): Issue[] {
  if (rule.scope.level === 'searchTerm')
    return [{ path: `${path}.metric`, message: `nobody counts the ${metric} of a search` }]
  if (window === 'lifetime') return [{ path: `${path}.window`, message: `${metric} cannot be counted over a lifetime` }]
  const without = platforms.filter(({ session }) => session.reporting?.reach === undefined)
  if (without.length === 0) return []
  const message = `${namesOf(without)} has no ${metric}: name other platforms or accounts in the scope`
  return [{ path: `${path}.metric`, message }]
}

function spansOf(rule: Rule): Set<string> {
  const spans = new Set<string>()
  const visit = (condition: RuleCondition): void => {
    for (const part of condition.all ?? condition.any ?? condition.not ?? []) visit(part)
    const { metric, window, compareTo } = condition
    if (metric === undefined || window === undefined) return
    const add = (name: string, days: RuleWindow) => {
      if (isMetric(name)) spans.add(spanKey(spanOf(days, name, rule.protections.ignoreRecentDays)))
    }
    add(metric, window)
    if (compareTo) add(compareTo.metric ?? metric, compareTo.window ?? window)
  }
  for (const { when } of casesOf(rule)) visit(when)
  return spans
}
