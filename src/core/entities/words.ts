import type { EntityLevel } from '../../platforms/contract/report.ts'
import { isAboutPeople, metricNames } from '../../platforms/contract/metrics.ts'
import type { MetricName } from '../../platforms/contract/metrics.ts'
import { windowNames } from '../automations/rule/window.ts'
import { fieldNames } from '../automations/rule/words.ts'

/** all: whatever has the text that is searched for. */
export const listLevels = ['campaign', 'adset', 'ad', 'all'] as const satisfies (EntityLevel | 'all')[]
export type ListLevel = (typeof listLevels)[number]

/** Figures that are kept. People are counted by the platform for one question, never for thousands of rows. */
export const figureNames = metricNames.filter((name) => !isAboutPeople(name)) as [FigureName, ...FigureName[]]
export type FigureName = Exclude<MetricName, 'reach' | 'frequency'>

/** What is known of an entity besides its figures, as rules call it; what is about the time of a check is none of it. */
export const entityFieldNames = fieldNames.filter((name) => name !== 'hour' && name !== 'weekday')

/** How far back a window that has no end of its own would go, nobody can tell for all platforms alike. */
export const listWindows = windowNames.filter((name) => name !== 'lifetime')
export type ListWindow = Exclude<(typeof windowNames)[number], 'lifetime'>
export const usualWindow: ListWindow = 'last_7_days'

export const comparedPeriods = ['previous_period'] as const
export type ComparedPeriod = (typeof comparedPeriods)[number]

/** Columns of a row `w` besides figures, by the names that rows show them under. Texts are sorted without capitals. */
export const factColumns = {
  name: { sql: 'w.lower_name', type: 'text' },
  id: { sql: 'w.id', type: 'text' },
  level: { sql: 'w.level', type: 'text' },
  state: { sql: 'w.state', type: 'text' },
  learningPhase: { sql: 'w.learning_phase', type: 'text' },
  dailyBudget: { sql: 'w.daily_budget', type: 'money' },
  lifetimeBudget: { sql: 'w.lifetime_budget', type: 'money' },
  createdTime: { sql: 'extract(epoch FROM w.created_time)::float8', type: 'number' },
  campaignName: { sql: 'lower(campaign.name)', type: 'text' },
  adSetName: { sql: 'lower(adset.name)', type: 'text' },
  accountName: { sql: 'lower(w.account_name)', type: 'text' },
  platform: { sql: 'w.platform', type: 'text' },
  currency: { sql: 'w.currency', type: 'text' },
} as const
export type FactName = keyof typeof factColumns
export const factNames = Object.keys(factColumns) as [FactName, ...FactName[]]

/** What changed of a figure since the period before. */
export const changeKinds = ['change', 'changePercent'] as const
export type ChangeKind = (typeof changeKinds)[number]

export function isFigure(word: string): word is FigureName {
  return (figureNames as readonly string[]).includes(word)
}

export const maxConditions = 20
export const maxColumns = 50
