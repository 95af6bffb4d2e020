import { advertiserOf, isGiven, optionalList, optionalObject, requiredList, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, TikTokError } from '../errors.ts'
import { pageOf } from '../lists.ts'
import { createDelivery } from '../report/delivery.ts'
import type { Cell } from '../report/delivery.ts'
import { splitByCreative } from '../report/parts.ts'
import { readDays } from '../report/query.ts'
import { addCell, emptyTotals } from '../report/totals.ts'
import type { Totals } from '../report/totals.ts'
import { metricNames, metricOf } from '../report/values.ts'

const scopes = ['advertiser_id', 'campaign_id', 'adgroup_id', 'smart_plus_ad_id'] as const
type Scope = (typeof scopes)[number]
const material = 'main_material_id'
const times = ['stat_time_day']
const maxIds = 200

interface Row {
  dimensions: Record<string, string>
  totals: Totals
  id: string
}

/** GET /smart_plus/material_report/overview/: one scope and one kind of material, over all days. */
export function materialOverview(call: Call): object {
  return materialReport(call, false)
}

/** GET /smart_plus/material_report/breakdown/: the same for each day. */
export function materialBreakdown(call: Call): object {
  return materialReport(call, true)
}

function materialReport(call: Call, isDaily: boolean): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const dimensions = requiredList(params, 'dimensions', 3)
  const scope = scopes.find((each) => dimensions.includes(each))
  const wanted = [scope, material, ...(isDaily ? times : [])]
  if (!scope || dimensions.length !== wanted.length || wanted.some((each) => !dimensions.includes(each ?? '')))
    throw invalid(`dimensions: One of ${scopes.join(', ')}, with ${[material, ...(isDaily ? times : [])].join(', ')}.`)
  const metrics = optionalList(params, 'metrics') ?? ['spend', 'impressions', 'clicks']
  const unknown = metrics.find((name) => !metricNames.has(name))
  if (unknown) throw invalid(`metrics: ${unknown.slice(0, 60)} is not a valid metric.`)
  const delivery = createDelivery(world, advertiser)
  const days = readDays(params, 365)
  const isWanted = filterOf(params)
  const rows = new Map<string, Row>()
  for (const ad of world.ads.lookup('advertiser', advertiser.id).filter(({ smart }) => smart))
    for (const day of days) {
      const cell = delivery.cell(ad, day)
      if (cell && isWanted(cell)) addParts(rows, cell, { scope, isDaily })
    }
  const list = [...rows.values()].map(({ dimensions: at, id, totals }) => ({
    dimensions: at,
    metrics: Object.fromEntries(metrics.map((name) => [name, metricOf(name, { world, advertiser, id, totals })])),
  }))
  return pageOf(call, list, { max: 100 })
}

function addParts(rows: Map<string, Row>, cell: Cell, { scope, isDaily }: { scope: Scope; isDaily: boolean }): void {
  const id = idsOf(cell)[scope]
  for (const { creative, counts } of splitByCreative(cell)) {
    const time: Record<string, string> = isDaily ? { stat_time_day: `${cell.day} 00:00:00` } : {}
    const dimensions: Record<string, string> = { [scope]: id, [material]: creative.id, ...time }
    const key = Object.values(dimensions).join(' ')
    const row = rows.get(key) ?? { dimensions, totals: emptyTotals(), id }
    rows.set(key, row)
    addCell(row.totals, cell, counts)
  }
}

function idsOf({ ad }: Cell): Record<Scope, string> {
  return { advertiser_id: ad.advertiser, campaign_id: ad.campaign, adgroup_id: ad.adgroup, smart_plus_ad_id: ad.id }
}

function filterOf(params: Record<string, unknown>): (cell: Cell) => boolean {
  const filtering = optionalObject(params, 'filtering')
  const wanted = scopes.flatMap((scope) => {
    const ids = filtering[`${scope}s`]
    if (!isGiven(ids)) return []
    if (!Array.isArray(ids)) throw invalid(`filtering.${scope}s: Not a valid list.`)
    if (ids.length > maxIds) throw new TikTokError(40011, `filtering: Too many ids, at most ${maxIds}.`)
    return [{ scope, ids: new Set(ids.map(textOf)) }]
  })
  return (cell) => wanted.every(({ scope, ids }) => ids.has(idsOf(cell)[scope]))
}
