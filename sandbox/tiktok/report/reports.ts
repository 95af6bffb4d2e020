import type { World } from '../world.ts'
import { advertiserOf } from '../call.ts'
import type { Call } from '../call.ts'
import { createDelivery } from './delivery.ts'
import type { Cell } from './delivery.ts'
import { splitByCreative } from './parts.ts'
import { pageOf } from '../lists.ts'
import type { Ad, Advertiser } from '../objects/objects.ts'
import { readReportQuery } from './query.ts'
import type { IdField, ReportQuery } from './query.ts'
import { splitCell } from './splits.ts'
import type { Part } from './splits.ts'
import { addCell, emptyTotals } from './totals.ts'
import type { Totals } from './totals.ts'
import { metricOf } from './values.ts'
import { adEffective, adGroupEffective, campaignEffective } from '../objects/status.ts'

export interface ReportRow {
  dimensions: Record<string, string>
  metrics: Record<string, string>
}

/** GET /report/integrated/get/. */
export function integratedReport(call: Call): object {
  const advertiser = advertiserOf(call)
  return pageOf(call, reportRows(call.world, advertiser, readReportQuery(call.params, false)))
}

/** Only what was shown has rows. */
export function reportRows(world: World, advertiser: Advertiser, query: ReportQuery): ReportRow[] {
  const rows = new Map<string, { about: string; dimensions: Record<string, string>; totals: Totals }>()
  const delivery = createDelivery(world, advertiser)
  for (const ad of world.ads.lookup('advertiser', advertiser.id)) {
    if (!isAsked(world, ad, query)) continue
    const about = idsOf(ad)[query.idField]
    for (const day of query.days) {
      const cell = delivery.cell(ad, day)
      if (!cell) continue
      for (const { id, values, counts } of partsOf(cell, query)) {
        const dimensions = {
          [query.idField]: id,
          ...(query.isDaily ? { stat_time_day: `${day} 00:00:00` } : {}),
          ...values,
        }
        const key = Object.values(dimensions).join(' ')
        const row = rows.get(key) ?? { about, dimensions, totals: emptyTotals() }
        rows.set(key, row)
        addCell(row.totals, cell, counts)
      }
    }
  }
  return [...rows.values()].map(({ about, dimensions, totals }) => {
    const shown = { world, advertiser, id: about, totals }
    const metrics = Object.fromEntries(query.metrics.map((name) => [name, metricOf(name, shown)]))
    return { dimensions, metrics }
  })
}

/** By `ad_id` an ad of the automation is told creative by creative. */
function partsOf(cell: Cell, { idField, splits, ids }: ReportQuery): (Part & { id: string })[] {
  const id = idsOf(cell.ad)[idField]
  if (splits.length > 0 || idField !== 'ad_id' || !cell.ad.smart)
    return splitCell(cell, splits).map((part) => ({ id, ...part }))
  const parts = splitByCreative(cell).map(({ creative, counts }) => ({ id: creative.adId, values: {}, counts }))
  return parts.filter((part) => ids.ad_id?.has(part.id) ?? true)
}

function idsOf(ad: Ad): Record<IdField, string> {
  return {
    advertiser_id: ad.advertiser,
    campaign_id: ad.campaign,
    adgroup_id: ad.adgroup,
    ad_id: ad.id,
    ad_id_v2: ad.id,
  }
}

/** Whether the row's own object is deleted counts; what is deleted below it stays in its figures. */
function isAsked(world: World, ad: Ad, { idField, ids, deleted }: ReportQuery): boolean {
  const own = idsOf(ad)
  const isCreative = ad.smart && idField === 'ad_id'
  for (const [field, wanted] of Object.entries(ids))
    if (!(isCreative && field === 'ad_id') && !wanted.has(own[field as IdField])) return false
  if (idField === 'advertiser_id') return true
  if (world.settings().unlistedAds.includes(ad.id)) return false
  const isGone = isDeleted(world, ad, idField)
  return deleted === 'with' || isGone === (deleted === 'only')
}

function isDeleted(world: World, ad: Ad, idField: IdField): boolean {
  if (idField === 'ad_id' || idField === 'ad_id_v2') return adEffective(world, ad) === 'DELETE'
  const adgroup = world.adgroups.get(ad.adgroup)
  const campaign = world.campaigns.get(ad.campaign)
  if (idField === 'adgroup_id') return !adgroup || adGroupEffective(world, adgroup) === 'DELETE'
  return !campaign || campaignEffective(campaign) === 'DELETE'
}
