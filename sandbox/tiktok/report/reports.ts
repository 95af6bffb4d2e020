import type { World } from '../world.ts'
import { advertiserOf } from '../call.ts'
import type { Call } from '../call.ts'
import { createDelivery } from './delivery.ts'
import { pageOf } from '../lists.ts'
import type { Ad, Advertiser } from '../objects/objects.ts'
import { readReportQuery } from './query.ts'
import type { IdField, ReportQuery } from './query.ts'
import { splitCell } from './splits.ts'
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
  const rows = new Map<string, { id: string; dimensions: Record<string, string>; totals: Totals }>()
  const delivery = createDelivery(world, advertiser)
  for (const ad of world.ads.lookup('advertiser', advertiser.id)) {
    if (!isAsked(world, ad, query)) continue
    const id = idsOf(ad)[query.idField]
    for (const day of query.days) {
      const cell = delivery.cell(ad, day)
      if (!cell) continue
      for (const { values, counts } of splitCell(cell, query.splits)) {
        const dimensions = {
          [query.idField]: id,
          ...(query.isDaily ? { stat_time_day: `${day} 00:00:00` } : {}),
          ...values,
        }
        const key = Object.values(dimensions).join(' ')
        const row = rows.get(key) ?? { id, dimensions, totals: emptyTotals() }
        rows.set(key, row)
        addCell(row.totals, cell, counts)
      }
    }
  }
  return [...rows.values()].map(({ id, dimensions, totals }) => {
    const shown = { world, advertiser, id, totals }
    const metrics = Object.fromEntries(query.metrics.map((name) => [name, metricOf(name, shown)]))
    return { dimensions, metrics }
  })
}

function idsOf(ad: Ad): Record<IdField, string> {
  return { advertiser_id: ad.advertiser, campaign_id: ad.campaign, adgroup_id: ad.adgroup, ad_id: ad.id }
}

/** Whether the row's own object is deleted counts; what is deleted below it stays in its figures. */
function isAsked(world: World, ad: Ad, { idField, ids, deleted }: ReportQuery): boolean {
  const own = idsOf(ad)
  if (Object.entries(ids).some(([field, wanted]) => !wanted.has(own[field as IdField]))) return false
  if (idField === 'advertiser_id') return true
  const isGone = isDeleted(world, ad, idField)
  return deleted === 'with' || isGone === (deleted === 'only')
}

function isDeleted(world: World, ad: Ad, idField: IdField): boolean {
  if (idField === 'ad_id') return adEffective(world, ad) === 'DELETE'
  const adgroup = world.adgroups.get(ad.adgroup)
  const campaign = world.campaigns.get(ad.campaign)
  if (idField === 'adgroup_id') return !adgroup || adGroupEffective(world, adgroup) === 'DELETE'
  return !campaign || campaignEffective(campaign) === 'DELETE'
}
