import { metricTitles } from '../../../../../client/src/index.ts'
import { metricTitle } from '../../../data/metric-title.ts'
import { inSentence, t } from '../../../languages/t.ts'

/** What the words of rules are called where people read them. */

/** In a sentence: cost per result, but CTR. */
export function metricName(metric: string): string {
  const title = metricTitle(metric)
  return title === title.toUpperCase() ? title : inSentence(title.charAt(0)) + title.slice(1)
}

export const fieldNames: Record<string, string> = {
  name: t('name'),
  ageDays: t('age in days'),
  status: t('status'),
  dailyBudget: t('daily budget'),
  lifetimeBudget: t('lifetime budget'),
  learningPhase: t('learning phase'),
  hour: t('hour of the day'),
  weekday: t('weekday'),
  label: t('label'),
  creativeState: t('state of its creative'),
}

export const levelNames: Record<string, { one: string; many: string }> = {
  ad: { one: t('ad'), many: t('ads') },
  adset: { one: t('ad set'), many: t('ad sets') },
  campaign: { one: t('campaign'), many: t('campaigns') },
  account: { one: t('account'), many: t('accounts') },
  searchTerm: { one: t('search term'), many: t('search terms') },
}

export function levelName(level: string | undefined): { one: string; many: string } {
  return levelNames[level ?? ''] ?? { one: t('entity'), many: t('entities') }
}

export const actionNames: Record<string, string> = {
  pause: t('Pause it'),
  resume: t('Switch it on'),
  setBudget: t('Set its budget'),
  changeBudget: t('Change its budget'),
  duplicate: t('Copy it'),
  rename: t('Rename it'),
  label: t('Label it'),
  notify: t('Say so'),
  launchDraft: t('Launch a draft'),
  graduate: t('Graduate its creative'),
  addNegative: t('Add as a negative keyword'),
}

export const modeNames: Record<string, { name: string; about: string }> = {
  suggest: { name: t('Suggest'), about: t('Says what it would do. A person accepts or dismisses.') },
  ask: { name: t('Ask'), about: t('Asks for an approval before anything is changed.') },
  act: { name: t('Act'), about: t('Does it by itself, within its protections and your guards.') },
}

export const windowNames: Record<string, string> = {
  today: t('today'),
  yesterday: t('yesterday'),
  last_3_days: t('the last 3 days'),
  last_7_days: t('the last 7 days'),
  last_14_days: t('the last 14 days'),
  last_30_days: t('the last 30 days'),
  this_month: t('this month'),
  lifetime: t('its lifetime'),
}

/** Behind a figure, of which they are. */
const ofWindows: Record<string, string> = {
  ...windowNames,
  last_3_days: t('last 3 days'),
  last_7_days: t('last 7 days'),
  last_14_days: t('last 14 days'),
  last_30_days: t('last 30 days'),
}

export const operatorNames: Record<string, string> = {
  gt: t('is above'),
  gte: t('is at least'),
  lt: t('is below'),
  lte: t('is at most'),
  eq: t('is exactly'),
  contains: t('contains'),
  matches: t('matches'),
  in: t('is one of'),
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
    .map((word) => fieldNames[word] ?? ofWindows[word] ?? (word in metricTitles ? metricName(word) : spaced(word)))
    .join(' ')
}

function spaced(word: string): string {
  if (!/^[a-zA-Z_\d']+$/.test(word)) return word
  return word.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`
  })
}
