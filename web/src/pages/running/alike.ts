import type { Entity } from '../../../../client/src/index.ts'
import type { RunningSearch } from '../../app/search.ts'
import type { Condition, Draft } from '../automations/builder/draft.ts'
import { conditionsOf } from './query.ts'

/** Two digits are as exact as somebody thinks of an amount. */
const roundedDown = (value: number) => Math.floor(value * 100) / 100

/**
 * The rule that would have picked these rows: what the list is filtered by, and what they have in common that is bad. It is a copy; what
 * becomes of the list changes no rule.
 */
export function ruleAlike(search: RunningSearch, text: string, rows: readonly Entity[]): Draft {
  const { level = 'ad', platform, accounts, window = 'last_7_days', state = 'active' } = search
  const accountIds = accounts?.split(',') ?? [...new Set(rows.map(({ accountId }) => accountId))]
  const currencies = new Set(rows.map(({ currency }) => currency))
  const asked = conditionsOf(search)
    .filter((condition) => 'metric' in condition)
    .map(({ metric, operator, value }): Condition => ({ metric, window, operator, value: value ?? 0 }))
  const alike = badTogether(rows, window).filter(({ metric }) => asked.every((each) => each.metric !== metric))
  const all = [...asked, ...alike]
  return {
    name: `Pause ${level === 'adset' ? 'ad sets' : `${level}s`} like ${rows.length === 1 ? `“${rows[0]?.name ?? rows[0]?.id}”` : 'these'}`.slice(
      0,
      100,
    ),
    mode: 'suggest',
    scope: {
      level,
      ...(platform === undefined ? {} : { platform }),
      ...(accountIds.length > 0 ? { accountIds } : {}),
      ...(currencies.size > 1 ? { currency: [...currencies][0] ?? '' } : {}),
      filter: { status: [state], ...(text === '' ? {} : { nameContains: text }) },
    },
    when: { all: all.length > 0 ? all : [{ metric: 'spend', window, operator: 'gt', value: 0 }] },
    then: [{ action: 'pause' }],
    schedule: { everyMinutes: 60 },
    protections: {},
  }
}

/** Money went into all of them, and nothing, or too little, came back. */
function badTogether(rows: readonly Entity[], window: string): Condition[] {
  const values = (name: 'spend' | 'results' | 'costPerResult') =>
    rows.flatMap(({ figures }) => (typeof figures[name] === 'number' ? [figures[name]] : []))
  const spends = values('spend')
  if (spends.length === 0 || spends.length < rows.length) return []
  const spent: Condition = { metric: 'spend', window, operator: 'gte', value: roundedDown(Math.min(...spends)) }
  const results = values('results')
  if (results.length === rows.length && results.every((each) => each === 0))
    return [spent, { metric: 'results', window, operator: 'eq', value: 0 }]
  const costs = values('costPerResult')
  if (costs.length < rows.length) return [spent]
  return [spent, { metric: 'costPerResult', window, operator: 'gte', value: roundedDown(Math.min(...costs)) }]
}
