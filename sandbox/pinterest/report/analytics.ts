import { isDay } from '../../core/figures/account-days.ts'
import { accountIn } from '../objects/accounts.ts'
import { cellsOf, dayOf, splitBy, splitTypes, sumCells } from './delivery.ts'
import type { Cell } from './delivery.ts'
import { invalid } from '../errors.ts'
import { idsParam, listParam } from '../lists.ts'
import { columns } from './metrics.ts'
import type { Account, Ad } from '../objects/objects.ts'
import type { ApiCall, World } from '../world.ts'

const dayMs = 86_400_000
const maxDays = 90

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

const windows = [0, 1, 7, 14, 30, 60].map(String)
/** What each of these may say; absent, the platform chooses. */
const words: Record<string, string[]> = {
  click_window_days: windows,
  engagement_window_days: windows,
  view_window_days: windows,
  conversion_report_time: ['TIME_OF_AD_ACTION', 'TIME_OF_CONVERSION'],
}

/** GET .../analytics: a bare array of flat rows, for the last 90 days. */
export function readAnalytics(level: Level, idsName: string | null) {
  return (call: ApiCall, [accountId = '']: string[]): object[] => {
    const account = accountIn(call, accountId)
    return answer(call.world, account, readQuestion(call, level, idsName)).map(filled)
  }
}

const maxTypes = 14

/** GET .../targeting_analytics: the same, split by where and who people are; rows of each type on their own. */
export function readSplits(level: Level, idsName: string | null) {
  return (call: ApiCall, [accountId = '']: string[]): object => {
    const account = accountIn(call, accountId)
    const types = listParam(call.request.query, 'targeting_types')
    if (!types || types.length > maxTypes || types.some((type) => !splitTypes.includes(type)))
      throw invalid(`targeting_types: this simulator splits by ${splitTypes.join(', ')}`)
    const question = readQuestion(call, level, idsName)
    return { data: types.flatMap((type) => splitRows(call.world, account, question, type)) }
  }
}

function readQuestion({ world, request: { query } }: ApiCall, level: Level, idsName: string | null): Question {
  const ids = idsName === null ? undefined : idsParam(query, idsName)
  if (idsName !== null && !ids) throw invalid(`${idsName} is required`)
  const start = query.get('start_date') ?? ''
  const end = query.get('end_date') ?? ''
  checkDays(world, { start, end }, maxDays, maxDays)
  const asked = listParam(query, 'columns')
  if (!asked) throw invalid('columns is required')
  for (const [name, allowed] of Object.entries(words)) {
    const word = query.get(name)
    if (word !== null && !allowed.includes(word)) throw invalid(`${name} must be one of ${allowed.join(', ')}`)
  }
  return { level, ids, columns: asked, granularity: query.get('granularity') ?? '', start, end }
}

export function checkDays(
  world: World,
  { start, end }: { start: string; end: string },
  maxBack: number,
  maxWide: number,
): void {
  if (!isDay(start) || !isDay(end)) throw invalid('start_date and end_date must be days like 2026-01-31')
  const today = Date.parse(dayOf(world.now()))
  if (Date.parse(start) > Date.parse(end)) throw invalid('start_date must not be after end_date')
  if (Date.parse(end) > today) throw invalid('end_date must not be in the future')
  if (today - Date.parse(start) > maxBack * dayMs) throw invalid(`start_date is more than ${maxBack} days back`)
  if (Date.parse(end) - Date.parse(start) > maxWide * dayMs) throw invalid(`the range is over ${maxWide} days`)
}

type Row = Record<string, string | number | undefined>

/** Rows only for what was delivered, and in them only what is not nothing. */
export function answer(world: World, account: Account, question: Question): Row[] {
  checkQuestion(question)
  const groups = Map.groupBy(wantedCells(world, account, question), (cell) => keyOf(question, cell))
  return [...groups.values()].map((cells) => rowOf(question, cells))
}

function splitRows(world: World, account: Account, question: Question, type: string): object[] {
  checkQuestion(question)
  const groups = new Map<string, { value: string; cells: Cell[] }>()
  for (const cell of wantedCells(world, account, question))
    for (const [value, part] of splitBy(world, account, cell, type)) {
      const key = `${value} ${keyOf(question, cell)}`
      const group = groups.get(key) ?? { value, cells: [] }
      groups.set(key, group)
      group.cells.push(part)
    }
  return [...groups.values()].map(({ value, cells }) => ({
    targeting_type: type,
    targeting_value: value,
    metrics: rowOf(question, cells),
  }))
}

function checkQuestion({ columns: asked, granularity }: Question): void {
  for (const column of asked) if (!columns[column]) throw invalid(`'${column}' is not a column`)
  if (granularity !== 'TOTAL' && granularity !== 'DAY') throw invalid('granularity must be TOTAL or DAY')
}

function wantedCells(world: World, account: Account, { level, ids, start, end }: Question): Cell[] {
  const left = level === 'AD_ACCOUNT_ID' ? [] : world.settings().unlistedAds
  return [...cellsOf(world, account, start, end)].filter(
    ({ ad }) => (!ids || ids.has(idOf[level](ad))) && !left.includes(ad.id),
  )
}

function keyOf({ level, granularity }: Question, { ad, day }: Cell): string {
  return granularity === 'DAY' ? `${idOf[level](ad)} ${day}` : idOf[level](ad)
}

function rowOf({ level, granularity, columns: asked }: Question, cells: Cell[]): Row {
  const { figures, people } = sumCells(cells)
  const [first] = cells
  const row: Row = { [level]: first && idOf[level](first.ad) }
  if (granularity === 'DAY') row['DATE'] = first?.day
  for (const column of asked) row[column] = columns[column]?.(figures, people) || undefined
  return row
}

/** Figures that are nothing are null here; in reports they are left out. */
function filled(row: Row): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? null]))
}
