import { daysBetween, isDay } from '../../core/figures/account-days.ts'
import type { SimReply, SimRequest } from '../../core/simulator.ts'
import { reportReader } from '../auth.ts'
import type { Campaign } from '../objects/objects.ts'
import { hashedId } from '../world.ts'
import type { World } from '../world.ts'
import { cellsOf, dayOf, daysBack, sumOf } from './delivery.ts'
import type { Cell, Counts } from './delivery.ts'
import { required } from '../../core/required.ts'

/** What rows can be told apart by. */
const dimensions: Record<string, (cell: Cell) => string> = {
  day: ({ day }) => day,
  campaign: ({ campaign }) => campaign.name,
  campaign_id_external: ({ campaign }) => hashedId(campaign.id),
  campaign_package_name: ({ campaign }) => textOf(campaign, 'package_name', ''),
  platform: ({ campaign }) => textOf(campaign, 'platform', 'web').toLowerCase(),
  country: ({ country }) => country.toLowerCase(),
  creative_set: ({ set }) => set.name,
  creative_set_id: ({ set }) => set.id,
}

function textOf({ fields }: Campaign, name: string, fallback: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : fallback
}

const cents = (amount: number) => (amount / 100).toFixed(2)
const ratio = (above: number, below: number) => (below === 0 ? 0 : above / below).toFixed(4)

/** Figures, nearly all of them as text. */
const measures: Record<string, (counts: Counts) => string> = {
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  ctr: ({ clicks, impressions }) => ratio(clicks, impressions),
  conversions: ({ conversions }) => String(conversions),
  conversion_rate: ({ conversions, clicks }) => ratio(conversions, clicks),
  cost: ({ costCents }) => cents(costCents),
  average_cpc: ({ costCents, clicks }) => ratio(costCents / 100, clicks),
  average_cpa: ({ costCents, conversions }) => ratio(costCents / 100, conversions),
  sales: ({ revenueCents }) => cents(revenueCents),
  target_event_count: ({ targetEvents }) => String(targetEvents),
  total_rev_7d: ({ revenueCents }) => cents(revenueCents),
  roas_7d: ({ revenueCents, costCents }) => ratio(revenueCents, costCents),
}

/** What somebody gets who forgot to say that it is about ads. */
const publisherColumns = ['day', 'application', 'country', 'impressions', 'clicks', 'ctr', 'ecpm', 'revenue']

class WrongQuestion extends Error {}

/** `GET /report`: the outcome stands in the body, also where the status says that all is well. */
export function readReport(world: World, request: SimRequest): SimReply {
  const tenant = reportReader(world, request)
  if (tenant === null) return answer(401, { code: 401, error: 'Invalid api_key' })
  if (request.method !== 'GET') return answer(405, { code: 405 })
  try {
    return answer(200, { code: 200, results: rowsFor(world, tenant, request.query) })
  } catch (error) {
    if (!(error instanceof WrongQuestion)) throw error
    return answer(200, { code: 400, error: error.message })
  }
}

function answer(status: number, body: object): SimReply {
  return { status, headers: { 'content-type': 'application/json' }, body }
}

type Row = Record<string, string>

function rowsFor(world: World, tenant: string, query: URLSearchParams): Row[] {
  const columns = (query.get('columns') ?? '').split(',').filter(Boolean)
  if (columns.length === 0) throw new WrongQuestion('columns is required')
  if (query.get('format') !== 'json') throw new WrongQuestion('format must be json; csv is not simulated')
  const { start, end } = daysIn(world, query)
  if (query.get('report_type') !== 'advertiser') return publisherRows(columns)
  for (const column of columns)
    if (!Object.hasOwn(dimensions, column) && !Object.hasOwn(measures, column))
      throw new WrongQuestion(`Invalid column: ${column}`)
  const dimensionsAsked = columns.filter((column) => Object.hasOwn(dimensions, column))
  const left = dimensionsAsked.includes('creative_set_id') ? world.settings().unlistedAds : []
  const cells = world.accounts
    .lookup('tenant', tenant)
    .flatMap((account) => [...cellsOf(world, account, start, end)])
    .filter((cell) => isWanted(cell, query) && !left.includes(cell.set.id))
  const groups = Map.groupBy(cells, (cell) =>
    JSON.stringify(dimensionsAsked.map((column) => required(dimensions[column], 'dimension')(cell))),
  )
  const rows = [...groups.values()].map((some) => rowOf(columns, some))
  return pageOf(world, sorted(rows, query), query)
}

function publisherRows(columns: string[]): Row[] {
  const strange = columns.find((column) => !publisherColumns.includes(column))
  if (strange) throw new WrongQuestion(`Invalid column: ${strange}`)
  return []
}

function daysIn(world: World, query: URLSearchParams): { start: string; end: string } {
  const today = dayOf(world.now())
  const read = (name: string) => {
    const text = query.get(name) ?? ''
    const day = text === 'now' ? today : /^\d{9,10}$/.test(text) ? dayOf(Number(text) * 1000) : text
    if (!isDay(day)) throw new WrongQuestion(`${name} must be a day like ${today}`)
    return day
  }
  const [start, end] = [read('start'), read('end')]
  if (start > end) throw new WrongQuestion('start must not be after end')
  if (daysBetween(start, today).length > daysBack.WEB + 1) throw new WrongQuestion('start is too long ago')
  return { start, end }
}

function isWanted(cell: Cell, query: URLSearchParams): boolean {
  return Object.entries(dimensions).every(([column, valueOf]) => {
    const kept = query.get(`filter_${column}`)?.split(',')
    const left = query.get(`filter_not_${column}`)?.split(',')
    return (!kept || kept.includes(valueOf(cell))) && !left?.includes(valueOf(cell))
  })
}

function rowOf(columns: string[], cells: Cell[]): Row {
  const sum = sumOf(cells)
  return Object.fromEntries(
    columns.map((column) => [
      column,
      dimensions[column]?.(required(cells[0], 'first cell')) ?? required(measures[column], 'measure')(sum),
    ]),
  )
}

/** Text by text: 9 comes after 10. */
function sorted(rows: Row[], query: URLSearchParams): Row[] {
  const orders = [...query].flatMap(([name, order]) =>
    name.startsWith('sort_') ? [{ column: name.slice(5), sign: order === 'DESC' ? -1 : 1 }] : [],
  )
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  return rows.sort((one, other) =>
    orders.reduce((found, { column, sign }) => found || sign * compare(one[column] ?? '', other[column] ?? ''), 0),
  )
}

/** A page may hold fewer rows than were asked for and still not be the last: only an empty one is. */
function pageOf(world: World, rows: Row[], query: URLSearchParams): Row[] {
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? Infinity)
  if (!(offset >= 0) || !(limit >= 1)) throw new WrongQuestion('offset and limit must be whole numbers')
  return rows.slice(offset, offset + Math.min(limit, world.settings().reportRows))
}
