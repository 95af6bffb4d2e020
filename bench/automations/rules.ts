import { Rule } from '../../src/core/automations/rule/rule.ts'
import { accountId } from '../reports/fill.ts'

const windows = ['yesterday', 'last_3_days', 'last_7_days', 'last_14_days', 'last_30_days'] as const
const metrics = ['costPerResult', 'cpc', 'ctr', 'roas', 'cpa', 'cpm'] as const

/** Rules as people write them: a figure against a number, another against its earlier self, and enough spend. */
export function ruleOver(accounts: number, place = 0): Rule {
  return Rule.parse({
    name: `Rule ${place}`,
    scope: { level: 'ad', accountIds: Array.from({ length: accounts }, (_, index) => accountId(index + 1)) },
    when: {
      all: [
        {
          metric: metrics[place % metrics.length]!,
          window: windows[(place + 2) % windows.length]!,
          operator: 'gt',
          value: 2 + (place % 17),
        },
        { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 50 + place },
        { field: 'name', operator: 'contains', value: String(place % 10) },
        {
          any: [
            {
              metric: 'clicks',
              window: windows[place % windows.length]!,
              operator: 'gt',
              compareTo: { window: 'last_14_days', factor: 0.3 },
            },
            { field: 'status', operator: 'eq', value: 'active' },
          ],
        },
      ],
    },
    then: [{ action: 'pause' }],
  })
}

/** What a backtest is asked with: cost per result over a week, and enough spend. */
export function stopLoss(accounts: number): Rule {
  return Rule.parse({
    name: 'Stop loss',
    scope: { level: 'ad', accountIds: Array.from({ length: accounts }, (_, index) => accountId(index + 1)) },
    when: {
      all: [
        { metric: 'costPerResult', window: 'last_7_days', operator: 'gt', value: 12 },
        { metric: 'spend', window: 'last_14_days', operator: 'gt', value: 100 },
      ],
    },
    then: [{ action: 'pause' }],
  })
}
