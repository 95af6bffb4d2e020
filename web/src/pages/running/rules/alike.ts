import type { Entity, EntityTotals } from '../../../../../client/src/index.ts'
import type { RunningSearch } from '../../../app/search.ts'
import type { Condition, Draft } from '../../automations/builder/draft.ts'
import { conditionsOf, levelOf } from '../query.ts'
import { t } from '../../../languages/t.ts'

/** Two digits are as exact as somebody thinks of an amount. */
const roundedDown = (value: number) => Math.floor(value * 100) / 100

const dayMs = 86_400_000

/** The days of a rule that are most like those that are shown: a rule looks back from now. */
export function ruleWindow({ window = 'last_7_days', from, to }: RunningSearch): string {
  if (!from || !to) return window
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days <= 3) return 'last_3_days'
  if (days <= 7) return 'last_7_days'
  return days <= 14 ? 'last_14_days' : 'last_30_days'
}

/**
 * The rule that would have picked these rows: what the list is filtered by, and what they have in common that is bad. It is a copy; what
 * becomes of the list changes no rule.
 */
export function ruleAlike(search: RunningSearch, text: string, rows: readonly Entity[]): Draft {
  const { accounts } = search
  const window = ruleWindow(search)
  const asked = askedIn(search)
  const alike = badTogether(rows, window).filter(({ metric }) => asked.every((each) => each.metric !== metric))
  const accountIds = accounts?.split(',') ?? [...new Set(rows.map(({ accountId }) => accountId))]
  return draftOf(search, text, {
    like: t({ one: '“{name}”', other: 'these' }, { count: rows.length, name: String(rows[0]?.name ?? rows[0]?.id) }),
    level: rows[0]?.level ?? levelOf(search),
    accountIds,
    currencies: [...new Set(rows.map(({ currency }) => currency))],
    conditions: [...asked, ...alike],
  })
}

/** The rule that picks what the list is filtered by, whatever is listed now. */
export function ruleOfList(search: RunningSearch, text: string, totals: readonly EntityTotals[]): Draft {
  return draftOf(search, text, {
    like: t('this list'),
    level: levelOf(search),
    accountIds: search.accounts?.split(',') ?? [],
    currencies: totals.map(({ currency }) => currency),
    conditions: askedIn(search),
  })
}

/** The figures that the list is filtered by. */
function askedIn(search: RunningSearch): Condition[] {
  const window = ruleWindow(search)
  return conditionsOf(search)
    .filter((condition) => 'metric' in condition)
    .map(({ metric, operator, value }): Condition => ({ metric, window, operator, value: value ?? 0 }))
}

interface Meant {
  like: string
  level: Entity['level']
  accountIds: string[]
  currencies: string[]
  conditions: Condition[]
}

const maxNameLength = 100
/** What is left of a letter of two parts that was cut. */
const halfALetter = /[\ud800-\udbff]$/

function draftOf(
  search: RunningSearch,
  text: string,
  { like, level, accountIds, currencies, conditions }: Meant,
): Draft {
  const { platform, state = 'active' } = search
  const always: Condition = { metric: 'spend', window: ruleWindow(search), operator: 'gt', value: 0 }
  return {
    name: (level === 'adset'
      ? t('Pause ad sets like {like}', { like })
      : level === 'campaign'
        ? t('Pause campaigns like {like}', { like })
        : t('Pause ads like {like}', { like })
    )
      .slice(0, maxNameLength)
      .replace(halfALetter, ''),
    mode: 'suggest',
    scope: {
      level,
      ...(platform === undefined ? {} : { platform }),
      ...(accountIds.length > 0 ? { accountIds } : {}),
      ...(currencies.length > 1 ? { currency: currencies[0] ?? '' } : {}),
      filter: { status: [state], ...(text === '' ? {} : { nameContains: text }) },
    },
    when: { all: conditions.length > 0 ? conditions : [always] },
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
