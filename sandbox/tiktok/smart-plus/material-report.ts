import { hashText } from '../../core/figures/random.ts'
import { advertiserOf, isGiven, optionalList, optionalObject, requiredList, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, TikTokError } from '../errors.ts'
import { pageOf } from '../lists.ts'
import { createDelivery } from '../report/delivery.ts'
import type { Cell, Counts } from '../report/delivery.ts'
import type { SmartCreative } from '../objects/objects.ts'
import { splitByCreative, splitCounts } from '../report/parts.ts'
import { readDays } from '../report/query.ts'
import { addCell, emptyTotals } from '../report/totals.ts'
import type { Totals } from '../report/totals.ts'
import { metricNames, metricOf } from '../report/values.ts'
import type { World } from '../world.ts'
import { listOf } from './ad-rules.ts'

const scopes = ['advertiser_id', 'campaign_id', 'adgroup_id', 'smart_plus_ad_id'] as const
type Scope = (typeof scopes)[number]
/** What of an ad a row is about. */
const materials = {
  main_material_id: { typeField: 'main_material_type', partsOf: creativesOf },
  ad_text_entity_id: { typeField: 'ad_text_entity_type', partsOf: textsOf },
  call_to_action_entity_id: { typeField: 'call_to_action_entity_type', partsOf: buttonsOf },
} as const
type Material = keyof typeof materials
const materialNames = Object.keys(materials) as Material[]
const day = 'stat_time_day'
const maxIds = 200
const maxDays = 365
const adMaterial = 'ad_material_id'
/** Figures of other reports. */
const elsewhere = new Set(['reach', 'frequency', 'result', 'cost_per_result', 'currency'])

interface Part {
  id: string
  type: string
  /** Of a creative: its id in this ad alone. */
  adMaterialId: string | null
  counts: Counts
}

interface Row {
  dimensions: Record<string, string>
  part: Part
  totals: Totals
}

/** What rows are told apart by. */
interface Question {
  material: Material
  scope: Scope | null
  isDaily: boolean
}

/** GET /smart_plus/material_report/overview/: a kind of material in one kind of place, over all days. */
export function materialOverview(call: Call): object {
  const dimensions = requiredList(call.params, 'dimensions', 2)
  const scope = scopes.find((each) => dimensions.includes(each)) ?? null
  const material = materialNames.find((each) => dimensions.includes(each))
  if (scope && material && dimensions.length === 2) return materialReport(call, { material, scope, isDaily: false })
  throw invalid(`dimensions: One of ${scopes.join(', ')}, with one of ${materialNames.join(', ')}.`)
}

/** GET /smart_plus/material_report/breakdown/: a kind of material on each day, wherever it was shown. */
export function materialBreakdown(call: Call): object {
  const dimensions = requiredList(call.params, 'dimensions', 5)
  const material = materialNames.find((each) => dimensions.includes(each))
  if (material && dimensions.every((each) => each === material || each === day))
    return materialReport(call, { material, scope: null, isDaily: dimensions.includes(day) })
  throw invalid(`dimensions: One of ${materialNames.join(', ')}, with ${day}.`)
}

function materialReport(call: Call, question: Question): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const metrics = metricsOf(params, question)
  const delivery = createDelivery(world, advertiser)
  const days = readDays(params, maxDays)
  const isWanted = filterOf(params)
  const rows = new Map<string, Row>()
  for (const ad of world.ads.lookup('advertiser', advertiser.id).filter(({ smart }) => smart))
    for (const each of days) {
      const cell = delivery.cell(ad, each)
      if (cell && isWanted(cell)) addParts(rows, world, cell, question)
    }
  const sorted = [...rows.values()].toSorted((one, other) => other.totals.counts.spend - one.totals.counts.spend)
  const list = sorted.map(({ dimensions, part, totals }) => {
    const figureOf = (name: string) =>
      name === adMaterial ? part.adMaterialId : metricOf(name, { world, advertiser, id: advertiser.id, totals })
    return { dimensions, metrics: Object.fromEntries(metrics.map((name) => [name, figureOf(name)])) }
  })
  return pageOf(call, list, { max: 100 })
}

function metricsOf(params: Record<string, unknown>, { scope }: Question): string[] {
  const metrics = optionalList(params, 'metrics') ?? ['spend', 'impressions']
  const isKnown = (name: string) =>
    name === adMaterial
      ? scope === 'smart_plus_ad_id'
      : metricNames.has(name) && !elsewhere.has(name) && !/_(name|id)$/.test(name)
  const unknown = metrics.find((name) => !isKnown(name))
  if (unknown) throw invalid(`metrics: ${unknown.slice(0, 60)} is not a valid metric.`)
  return metrics
}

function addParts(rows: Map<string, Row>, world: World, cell: Cell, { material, scope, isDaily }: Question): void {
  const { typeField, partsOf } = materials[material]
  for (const part of partsOf(world, cell)) {
    const dimensions: Record<string, string> = {
      ...(scope ? { [scope]: idsOf(cell)[scope] } : {}),
      ...{ [material]: part.id, [typeField]: part.type },
      ...(isDaily ? { [day]: `${cell.day} 00:00:00` } : {}),
    }
    // An ad that shows a video twice has a row for each.
    const own = scope === 'smart_plus_ad_id' ? (part.adMaterialId ?? '') : ''
    const key = [...Object.values(dimensions), own].join(' ')
    const row = rows.get(key) ?? { dimensions, part, totals: emptyTotals() }
    rows.set(key, row)
    addCell(row.totals, cell, part.counts)
  }
}

function creativesOf(_world: World, cell: Cell): Part[] {
  return splitByCreative(cell).map(({ creative, counts }) => ({
    ...materialOf(creative),
    adMaterialId: creative.id,
    counts,
  }))
}

/** Videos and posts are known by their own ids, carousels by one that they have in the ad. */
function materialOf({ id, info }: SmartCreative): Pick<Part, 'id' | 'type'> {
  const kind = textOf(info['ad_format']) === 'SINGLE_VIDEO' ? 'VIDEO' : 'CAROUSEL'
  const post = textOf(info['tiktok_item_id'])
  if (post) return { id: post, type: `${kind}_SPARK_ADS` }
  const video = textOf(optionalObject(info, 'video_info')['video_id'])
  return { id: kind === 'VIDEO' ? video : id, type: `${kind}_NON_SPARK_ADS` }
}

function textsOf(_world: World, cell: Cell): Part[] {
  const texts = listOf(cell.ad.smart?.lists ?? {}, 'ad_text_list').map(({ ad_text: text }) => textOf(text))
  return partsNamed(cell, texts, 'text')
}

function buttonsOf(world: World, cell: Cell): Part[] {
  const lists = cell.ad.smart?.lists ?? {}
  const portfolio = textOf(optionalObject(lists, 'ad_configuration')['call_to_action_id'])
  const said = listOf(lists, 'call_to_action_list').map((entry) => textOf(entry['call_to_action']))
  const dynamic = world.portfolios.get(portfolio)?.words
  return partsNamed(cell, dynamic ?? said, dynamic ? 'dynamic_call_to_action' : 'manual_call_to_action')
}

function partsNamed({ ad, counts }: Cell, words: string[], type: string): Part[] {
  return splitCounts(counts, words.length).map((part, index) => {
    const id = String(hashText(`${ad.advertiser} ${type} ${words[index]}`))
    return { id, type, adMaterialId: null, counts: part }
  })
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
