import { z } from 'zod'
import type { EntityLevel, ReportEntity } from '../../contract/report.ts'
import type { InsightsRowWire } from './map-insights.ts'
import { listPages, reportRows } from './rows.ts'
import type { RowsGround } from './rows.ts'
import { listedStatuses } from './statuses.ts'

const EntityWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  effective_status: z.string(),
  campaign_id: z.string().optional(),
  adset_id: z.string().optional(),
})

const edges: { level: EntityLevel; edge: string; fields: string }[] = [
  { level: 'campaign', edge: 'campaigns', fields: 'id,name,effective_status' },
  { level: 'adset', edge: 'adsets', fields: 'id,name,effective_status,campaign_id' },
  { level: 'ad', edge: 'ads', fields: 'id,name,effective_status,campaign_id,adset_id' },
]
const entitiesPerPage = 500

/** What lists show, then what was deleted as far as it ever was delivered: that only the figures still know by name. */
export async function* reportEntities(ground: RowsGround): AsyncGenerator<ReportEntity[]> {
  const listed = new Set<string>()
  for (const { level, edge, fields } of edges) {
    const params = { fields, limit: entitiesPerPage, effective_status: listedStatuses(level) }
    const path = `${ground.account}/${edge}`
    const { graph, options } = ground
    for await (const page of listPages({ graph, options, schema: EntityWire, path, params })) {
      for (const { id } of page) listed.add(id)
      yield page.map((entity) => ({
        level,
        id: entity.id,
        name: entity.name,
        status: entity.effective_status,
        campaignId: entity.campaign_id ?? null,
        adSetId: entity.adset_id ?? null,
      }))
    }
  }
  yield* deletedEntities(ground, listed)
}

async function* deletedEntities(ground: RowsGround, known: Set<string>): AsyncGenerator<ReportEntity[]> {
  const params = {
    level: 'ad',
    fields: 'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name',
    filtering: [{ field: 'ad.effective_status', operator: 'IN', value: ['DELETED'] }],
    date_preset: 'maximum',
  }
  for await (const rows of reportRows(ground, { params, isLarge: false })) {
    const found = rows.flatMap(deletedIn).filter(({ id }) => id !== '' && !known.has(id))
    for (const { id } of found) known.add(id)
    // The ads of one ad set name it again and again.
    const once = new Map(found.map((entity) => [entity.id, entity]))
    if (once.size > 0) yield [...once.values()]
  }
}

/** A deleted ad names what it was in; what of that is not listed any more is deleted as well. */
function deletedIn(row: InsightsRowWire): ReportEntity[] {
  const textIn = (field: string) => (typeof row[field] === 'string' ? row[field] : '')
  const campaignId = textIn('campaign_id')
  const adSetId = textIn('adset_id')
  const status = 'DELETED'
  return [
    { level: 'campaign', id: campaignId, name: textIn('campaign_name'), status, campaignId: null, adSetId: null },
    { level: 'adset', id: adSetId, name: textIn('adset_name'), status, campaignId, adSetId: null },
    { level: 'ad', id: textIn('ad_id'), name: textIn('ad_name'), status, campaignId, adSetId },
  ]
}
