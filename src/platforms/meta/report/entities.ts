import { z } from 'zod'
import type { EntityLevel, LearningPhase, ReportEntity, ShownCreative } from '../../contract/report.ts'
import { budgetFacts, createdAt } from '../../kit/entity-facts.ts'
import { budgetFromMinor, statusOf } from '../map.ts'
import type { InsightsRowWire } from './map-insights.ts'
import { listedStatuses } from './question.ts'
import type { Deps } from './question.ts'
import { listPages, readRows } from './rows.ts'

const EntityWire = z.object({
  id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  effective_status: z.string(),
  created_time: z.string().optional(),
  daily_budget: z.string().optional(),
  lifetime_budget: z.string().optional(),
  learning_stage_info: z.object({ status: z.string().optional() }).optional(),
  campaign_id: z.string().optional(),
  adset_id: z.string().optional(),
  creative: z
    .object({
      image_hash: z.string().optional(),
      video_id: z.string().optional(),
      effective_object_story_id: z.string().optional(),
    })
    .optional(),
})

type CreativeWire = NonNullable<z.output<typeof EntityWire>['creative']>

const common = 'id,name,status,effective_status,created_time'
const budgets = 'daily_budget,lifetime_budget'
const creative = 'creative{image_hash,video_id,effective_object_story_id}'
const edges: { level: EntityLevel; edge: string; fields: string }[] = [
  { level: 'campaign', edge: 'campaigns', fields: `${common},${budgets}` },
  { level: 'adset', edge: 'adsets', fields: `${common},${budgets},learning_stage_info,campaign_id` },
  { level: 'ad', edge: 'ads', fields: `${common},campaign_id,adset_id,${creative}` },
]
const phases: Record<string, LearningPhase> = { LEARNING: 'learning', SUCCESS: 'learned', FAIL: 'limited' }
const entitiesPerPage = 500

/** What lists show, then what was deleted as far as it ever was delivered: that only the figures still know by name. */
export async function* readEntities(deps: Deps, currency: string): AsyncGenerator<ReportEntity[]> {
  const listed = new Set<string>()
  for (const { level, edge, fields } of edges) {
    const params = { fields, limit: entitiesPerPage, effective_status: listedStatuses(level) }
    const path = `${deps.account}/${edge}`
    const { graph, options } = deps
    for await (const page of listPages({ graph, options, schema: EntityWire, path, params })) {
      for (const { id } of page) listed.add(id)
      yield page.map((entity) => ({ level, ...entityOf(entity, currency) }))
    }
  }
  yield* deletedEntities(deps, listed)
}

/** The state is its own, which can be switched; the status is what becomes of it below other switches. */
function entityOf(entity: z.output<typeof EntityWire>, currency: string): Omit<ReportEntity, 'level'> {
  return {
    id: entity.id,
    name: entity.name,
    status: entity.effective_status,
    state: statusOf(entity.status).status,
    ...budgetFacts({
      dailyBudget: budgetFromMinor(entity.daily_budget, currency),
      lifetimeBudget: budgetFromMinor(entity.lifetime_budget, currency),
    }),
    learningPhase: phases[entity.learning_stage_info?.status ?? ''] ?? null,
    createdTime: createdAt(entity.created_time),
    campaignId: entity.campaign_id ?? null,
    adSetId: entity.adset_id ?? null,
    ...(entity.creative ? { shows: shownIn(entity.creative) } : {}),
  }
}

function shownIn({ image_hash: image, video_id: video, effective_object_story_id: post }: CreativeWire): ShownCreative {
  return { asset: video ? `video ${video}` : image ? `image ${image}` : null, post: post ?? null }
}

async function* deletedEntities(deps: Deps, known: Set<string>): AsyncGenerator<ReportEntity[]> {
  const params = {
    level: 'ad',
    fields: 'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name',
    filtering: [{ field: 'ad.effective_status', operator: 'IN', value: ['DELETED'] }],
    date_preset: 'maximum',
  }
  for await (const rows of readRows(deps, { params, isLarge: false })) {
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
  const gone = { status: 'DELETED', state: 'deleted' } as const
  return [
    { level: 'campaign', id: campaignId, name: textIn('campaign_name'), ...gone, campaignId: null, adSetId: null },
    { level: 'adset', id: adSetId, name: textIn('adset_name'), ...gone, campaignId, adSetId: null },
    { level: 'ad', id: textIn('ad_id'), name: textIn('ad_name'), ...gone, campaignId, adSetId },
  ]
}
