import { metricTitles } from '../../../../../client/src/index.ts'
import { metricTitle } from '../../../data/metric-title.ts'

/** What the words of rules are called where people read them. */

/** In a sentence: cost per result, but CTR. */
export function metricName(metric: string): string {
  const title = metricTitle(metric)
  return title === title.toUpperCase() ? title : title.charAt(0).toLowerCase() + title.slice(1)
}

export const fieldNames: Record<string, string> = {
  name: 'name',
  ageDays: 'age in days',
  status: 'status',
  dailyBudget: 'daily budget',
  lifetimeBudget: 'lifetime budget',
  learningPhase: 'learning phase',
  hour: 'hour of the day',
  weekday: 'weekday',
  label: 'label',
  creativeState: 'state of its creative',
}

export const levelNames: Record<string, { one: string; many: string }> = {
  ad: { one: 'ad', many: 'ads' },
  adset: { one: 'ad set', many: 'ad sets' },
  campaign: { one: 'campaign', many: 'campaigns' },
  account: { one: 'account', many: 'accounts' },
  searchTerm: { one: 'search term', many: 'search terms' },
}

export function levelName(level: string | undefined): { one: string; many: string } {
  return levelNames[level ?? ''] ?? { one: 'entity', many: 'entities' }
}

export const actionNames: Record<string, string> = {
  pause: 'Pause it',
  resume: 'Switch it on',
  setBudget: 'Set its budget',
  changeBudget: 'Change its budget',
  duplicate: 'Copy it',
  rename: 'Rename it',
  label: 'Label it',
  notify: 'Say so',
  launchDraft: 'Launch a draft',
  graduate: 'Graduate its creative',
  addNegative: 'Add as a negative keyword',
}

export const modeNames: Record<string, { name: string; about: string }> = {
  suggest: { name: 'Suggest', about: 'Says what it would do. A person accepts or dismisses.' },
  ask: { name: 'Ask', about: 'Asks for an approval before anything is changed.' },
  act: { name: 'Act', about: 'Does it by itself, within its protections and your guards.' },
}

export const windowNames: Record<string, string> = {
  today: 'today',
  yesterday: 'yesterday',
  last_3_days: 'the last 3 days',
  last_7_days: 'the last 7 days',
  last_14_days: 'the last 14 days',
  last_30_days: 'the last 30 days',
  this_month: 'this month',
  lifetime: 'its lifetime',
}

export const operatorNames: Record<string, string> = {
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  eq: 'is exactly',
  contains: 'contains',
  matches: 'matches',
  in: 'is one of',
}

const signs: Record<string, string> = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte', '=': 'eq' }

/** The word of an operator, whichever way it was written. */
export function operatorWord(operator: unknown): string {
  return typeof operator === 'string' ? (signs[operator] ?? operator) : ''
}

/** What a number that a rule looked at is called: `costPerResult last_7_days` as people read it. */
export function numberName(label: string): string {
  return label
    .split(' ')
    .map((word) => fieldNames[word] ?? (word in metricTitles ? metricName(word) : spaced(word)))
    .join(' ')
}

function spaced(word: string): string {
  if (!/^[a-zA-Z_\d']+$/.test(word)) return word
  return word.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`
  })
}
