import { accountIn } from './accounts.ts'
import { invalid } from './errors.ts'
import { idsParam, listParam } from './lists.ts'
import { columns, figuresOfDay, noFigures, sum } from './metrics.ts'
import type { DayFigures } from './metrics.ts'
import type { Account, Ad } from './objects.ts'
import type { ApiCall, World } from './world.ts'

const dayMs = 86_400_000
const mostDays = 90

export type Level = 'AD_ACCOUNT_ID' | 'CAMPAIGN_ID' | 'AD_GROUP_ID' | 'AD_ID'

export interface Question {
  level: Level
  ids: Set<string> | undefined
  columns: string[]
  granularity: string
  start: string
  end: string
}

export const idOf: Record<Level, (ad: Ad) => string> = {
  AD_ACCOUNT_ID: (ad) => ad.account_id,
  CAMPAIGN_ID: (ad) => ad.campaign_id,
  AD_GROUP_ID: (ad) => ad.ad_group_id,
  AD_ID: (ad) => ad.id,
}

export function isDay(text: string): boolean {
  const time = Date.parse(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dayOf(time) === text
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** GET .../analytics: a bare array of flat rows, for the last 90 days. */
export function readAnalytics(level: Level, idsName: string | null) {
  return (call: ApiCall, [accountId = '']: string[]): object[] => {
    const { query } = call.request
    const account = accountIn(call, accountId)
    const ids = idsName === null ? undefined : idsParam(query, idsName)
    if (idsName !== null && !ids) throw invalid(`${idsName} is required`)
    const start = query.get('start_date') ?? ''
    const end = query.get('end_date') ?? ''
    checkDays(call.world, start, end, mostDays, mostDays)
    const asked = listParam(query, 'columns')
    if (!asked) throw invalid('columns is required')
    const granularity = query.get('granularity') ?? ''
    return answer(call.world, account, { level, ids, columns: asked, granularity, start, end })
  }
}

export function checkDays(world: World, start: string, end: string, mostBack: number, mostWide: number): void {
  if (!isDay(start) || !isDay(end)) throw invalid('start_date and end_date must be days like 2026-01-31')
  const today = Date.parse(dayOf(world.now()))
  if (Date.parse(start) > Date.parse(end)) throw invalid('start_date must not be after end_date')
  if (Date.parse(end) > today) throw invalid('end_date must not be in the future')
  if (today - Date.parse(start) > mostBack * dayMs) throw invalid(`start_date is more than ${mostBack} days back`)
  if (Date.parse(end) - Date.parse(start) > mostWide * dayMs) throw invalid(`the range is over ${mostWide} days`)
}

/** Rows only for what was delivered. */
export function answer(world: World, account: Account, question: Question): object[] {
  for (const column of question.columns) if (!columns[column]) throw invalid(`'${column}' is not a column`)
  if (question.granularity !== 'TOTAL' && question.granularity !== 'DAY')
    throw invalid('granularity must be TOTAL or DAY')
  const rows = new Map<string, { id: string; day: string; figures: DayFigures }>()
  for (const ad of world.ads.lookup('account', account.id)) {
    const id = idOf[question.level](ad)
    if (question.ids && !question.ids.has(id)) continue
    for (const day of daysOf(ad, question)) {
      const key = question.granularity === 'DAY' ? `${id} ${day}` : id
      const before = rows.get(key)?.figures ?? noFigures
      const figures = figuresOfDay(world.context.seed(), ad.id, day, account.currency === 'JPY' ? 150 : 1)
      rows.set(key, { id, day, figures: sum(before, figures) })
    }
  }
  return [...rows.values()].map(({ id, day, figures }) => ({
    [question.level]: id,
    ...(question.granularity === 'DAY' ? { DATE: day } : {}),
    ...Object.fromEntries(question.columns.map((column) => [column, columns[column]?.(figures)])),
  }))
}

function daysOf(ad: Ad, { start, end }: Question): string[] {
  const first = Math.max(Date.parse(start), Date.parse(dayOf(ad.created)))
  const days: string[] = []
  for (let time = first; time <= Date.parse(end); time += dayMs) days.push(dayOf(time))
  return days
}
