import { addDays, startOfDay } from '../../core/figures/account-days.ts'
import type { SnapCall } from '../call.ts'
import { createDelivery, splitByCountry } from './delivery.ts'
import type { Cell } from './delivery.ts'
import { newRequestId } from '../errors.ts'
import { statsOf } from './values.ts'
import { breakdowns, idAt, readQuestion } from './question.ts'
import type { Question, StatLevel } from './question.ts'
import { isoTime } from '../world.ts'
import type { Entity, World } from '../world.ts'
import { required } from '../../core/required.ts'

const dayMs = 24 * 3600 * 1000
const typeOf = { adaccounts: 'AD_ACCOUNT', campaigns: 'CAMPAIGN', adsquads: 'AD_SQUAD', ads: 'AD' }

export function readStats(call: SnapCall, level: StatLevel, id: string): object {
  return answer(call.world, readQuestion(call, level, id))
}

function answer(world: World, question: Question): object {
  const { granularity, account, days, id, level } = question
  const name = { TOTAL: 'total_stat', LIFETIME: 'lifetime_stat', DAY: 'timeseries_stat' }[granularity]
  const stat = {
    id,
    type: typeOf[level],
    granularity,
    start_time: isoTime(startOfDay(required(days[0], 'first day'), account.timezone)),
    end_time: isoTime(startOfDay(addDays(required(days.at(-1), 'last day'), 1), account.timezone)),
    finalized_data_end_time: isoTime(world.now() - dayMs),
    ...figures(world, question),
  }
  return {
    request_status: 'SUCCESS',
    request_id: newRequestId(),
    [`${name}s`]: [{ sub_request_status: 'SUCCESS', [name]: stat }],
  }
}

function figures(world: World, question: Question): object {
  const { breakdown, ads } = question
  const level = breakdown === null ? undefined : breakdowns[breakdown]
  if (breakdown === null || level === undefined) return figuresOf(world, question, ads)
  const groups = Map.groupBy(ads, (ad) => idAt(world, ad, level))
  const rows = [...groups].flatMap(([id, own]) => {
    const found = figuresOf(world, question, own)
    const isEmpty = 'timeseries' in found && found.timeseries.length === 0
    return isEmpty && question.omitEmpty ? [] : [{ id, type: typeOf[level], ...found }]
  })
  return { breakdown_stats: { [breakdown]: rows } }
}

type Figures = { stats: object } | { dimension_stats: object[] } | { timeseries: object[] }

function figuresOf(world: World, question: Question, ads: Entity[]): Figures {
  const { granularity, days, account, omitEmpty } = question
  const cells = [...createDelivery(world, account).cells(ads, days)]
  if (granularity !== 'DAY') return statsFor(world, question, cells)
  const byDay = Map.groupBy(cells, ({ day }) => day)
  const shown = omitEmpty ? days.filter((day) => byDay.has(day)) : days
  const timeseries = shown.map((day) => ({
    start_time: isoTime(startOfDay(day, account.timezone)),
    end_time: isoTime(startOfDay(addDays(day, 1), account.timezone)),
    ...statsFor(world, question, byDay.get(day) ?? []),
  }))
  return { timeseries }
}

function statsFor(
  world: World,
  { account, byCountry, fields }: Question,
  cells: Cell[],
): { stats: object } | { dimension_stats: object[] } {
  if (!byCountry) return { stats: statsOf(cells, fields) }
  const parts = new Map<string, Cell[]>()
  for (const cell of cells) {
    const ad = world.ads.get(cell.adId)
    if (!ad) continue
    for (const [country, part] of splitByCountry(world, account, ad, cell))
      parts.set(country, [...(parts.get(country) ?? []), part])
  }
  return { dimension_stats: [...parts].map(([country, own]) => ({ country, ...statsOf(own, fields) })) }
}
