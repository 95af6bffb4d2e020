import { brokenRules } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import type { MaterialKind, MaterialRow, MaterialsQuery } from '../../contract/materials.ts'
import type { AccountRef } from '../../contract/terms.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { Api, CallOptions, Params } from '../client.ts'
import { inGroups } from '../groups.ts'
import { VideosWire } from '../launch/wire.ts'
import { isEntityId } from '../map.ts'
import { MaterialRowWire } from '../wire.ts'
import { conversionValueOf, values } from './days.ts'
import { maxDays } from './question.ts'
import { figureOf } from './rows.ts'
import type { ReportRow } from './rows.ts'

const maxRows = 10_000
const idsAtOnce = 200
const videosAtOnce = 60
/** How the platform calls each kind, before its id and its type. */
const entities: Record<MaterialKind, { id: string; type: string }> = {
  media: { id: 'main_material_id', type: 'main_material_type' },
  text: { id: 'ad_text_entity_id', type: 'ad_text_entity_type' },
  button: { id: 'call_to_action_entity_id', type: 'call_to_action_entity_type' },
}
const ownVideo = 'VIDEO_NON_SPARK_ADS'
const metrics = ['spend', 'impressions', 'clicks', 'conversion', ...values]
const scopes = {
  account: 'advertiser_id',
  campaign: 'campaign_id',
  adset: 'adgroup_id',
  ad: 'smart_plus_ad_id',
} as const

/** What the materials of Smart+ ads did; other ads are not among them. */
export async function readMaterials(api: Api, { id: accountId }: AccountRef, query: MaterialsQuery) {
  const issues = issuesOf(query)
  if (issues.length > 0) throw brokenRules(issues)
  const options = { accountId }
  const found: ReportRow[] = []
  for (const ids of query.entityIds ? inGroups(query.entityIds, idsAtOnce) : [undefined]) {
    const { path, params } = questionFor(accountId, query, ids)
    found.push(...(await api.list(MaterialRowWire, path, params, { ...options, limit: maxRows })))
  }
  if (found.length >= maxRows)
    throw brokenRules([
      { path: 'entityIds', message: 'too much for one answer: ask for fewer days, or name entityIds' },
    ])
  const names = query.kind === 'media' ? await videoNames(api, found, options) : null
  return found.map((row) => toMaterial(row, query, names))
}

function issuesOf({ level, entityIds, range, isDaily }: MaterialsQuery): Issue[] {
  const issues: Issue[] = []
  const wrong = (path: string, message: string) => issues.push({ path, message })
  if (daysIn(range) > maxDays.whole) wrong('endDate', `materials are told for at most ${maxDays.whole} days at once`)
  if (entityIds && level === 'account') wrong('entityIds', 'go with level campaign, adset or ad')
  for (const id of entityIds ?? []) if (!isEntityId(id)) wrong('entityIds', `${id} is no id: ids are made of digits`)
  if (isDaily && (entityIds?.length ?? 0) > idsAtOnce)
    wrong('entityIds', `at most ${idsAtOnce} go with granularity DAILY`)
  return issues
}

/** Day by day the platform does not tell in which of the places asked about a material was shown. */
function questionFor(accountId: string, { kind, level, range, isDaily }: MaterialsQuery, ids: string[] | undefined) {
  const scope = scopes[level]
  const material = entities[kind].id
  const params: Params = {
    advertiser_id: accountId,
    dimensions: isDaily ? [material, 'stat_time_day'] : [scope, material],
    metrics: kind === 'media' && level === 'ad' && !isDaily ? [...metrics, 'ad_material_id'] : metrics,
    start_date: range.from,
    end_date: range.to,
    ...(ids ? { filtering: { [`${scope}s`]: ids } } : {}),
  }
  return { path: `smart_plus/material_report/${isDaily ? 'breakdown' : 'overview'}`, params }
}

async function videoNames(api: Api, rows: ReportRow[], options: CallOptions): Promise<Map<string, string>> {
  const videos = rows.flatMap(({ dimensions }) =>
    dimensions[entities.media.type] === ownVideo ? [dimensions[entities.media.id] ?? ''] : [],
  )
  const names = new Map<string, string>()
  for (const video_ids of inGroups([...new Set(videos)], videosAtOnce)) {
    const params = { advertiser_id: options.accountId, video_ids }
    const { list } = await api.get(VideosWire, 'file/video/ad/info', params, options)
    for (const { video_id: id, file_name: name } of list) if (name) names.set(id, name)
  }
  return names
}

function toMaterial(
  row: ReportRow,
  { kind, level, isDaily }: MaterialsQuery,
  names: ReadonlyMap<string, string> | null,
): MaterialRow {
  const { dimensions, metrics: figures } = row
  const { id, type } = entities[kind]
  const materialId = dimensions[id] ?? ''
  const adMaterialId = figures.ad_material_id
  return {
    materialId,
    type: dimensions[type] ?? null,
    name: names?.get(materialId) ?? null,
    adMaterialId: adMaterialId === undefined || adMaterialId === null ? null : String(adMaterialId),
    entityId: isDaily ? null : (dimensions[scopes[level]] ?? null),
    day: isDaily ? (dimensions.stat_time_day ?? '').slice(0, 10) : null,
    spend: figureOf(row, 'spend') ?? 0,
    impressions: figureOf(row, 'impressions') ?? 0,
    clicks: figureOf(row, 'clicks') ?? 0,
    conversions: figureOf(row, 'conversion'),
    conversionValue: conversionValueOf(row),
  }
}
