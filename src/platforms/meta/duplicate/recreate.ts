import type { Found } from '../../contract/launch.ts'
import type { Spec } from '../../contract/manage.ts'
import type { Params } from '../client.ts'
import type { CopyRun } from './copies.ts'
import { usualStrategy } from '../create/campaign.ts'
import { seekLabel } from '../create/label.ts'
import { canBeRebuilt, creativeFields, rebuilt, rebuiltGroups } from './content.ts'
import { writableTargeting } from './targeting.ts'
import { RebuildableAdSetWire, SourceAdWire } from './wire.ts'
import type { SourceAd } from './wire.ts'
import { keptLabels, keptSwitches } from '../launch/enhancements.ts'
import { withKnownFeatures } from '../launch/known-features.ts'
import { isObject } from '../create/targeting-location.ts'
import { CreatedWire } from '../wire.ts'

/** An ad made anew instead of copied. */
export interface NewAd {
  sourceId: string
  name: string
  adSetId: string
  /** What its creative shows differently from the source's. */
  content?: Params
  /** What the ad itself has differently. */
  groups?: Spec
}

const adFields = `id,name,adset_id,status,tracking_specs,conversion_domain,creative_asset_groups_spec,creative{${creativeFields}}`

/** Reads the source's content, makes a creative from it, and an ad that shows it. */
export async function recreateAd(run: CopyRun, ad: NewAd): Promise<string> {
  const source = await run.graph.get(SourceAdWire, ad.sourceId, { fields: adFields }, run.options)
  const { creative, creative_asset_groups_spec: groups } = source
  const isNew = creative !== undefined && canBeRebuilt(creative)
  const creativeId = isNew ? await createCreative(run, source, { ...rebuilt(creative), ...ad.content }) : creative?.id
  const params: Params = {
    name: ad.name,
    adset_id: ad.adSetId,
    creative: { creative_id: creativeId },
    status: createdStatus(run, source.status),
    tracking_specs: source.tracking_specs ?? undefined,
    conversion_domain: source.conversion_domain,
    creative_asset_groups_spec: ad.groups ?? (groups && rebuiltGroups(groups)),
  }
  return createMarked(run, 'ads', { what: `ad ${source.id}`, label: `${run.mark}-${source.id}`, params })
}

/** One creative for all copies of the call: they show the same. */
async function createCreative(run: CopyRun, { id, name, creative }: SourceAd, params: Params): Promise<string> {
  const label = `${run.callMark}-${id}`
  const adlabels = keptLabels({ ...creative })
  const switched = { name, ...params, ...keptSwitches({ ...params, adlabels }), adlabels }
  return createMarked(run, 'adcreatives', { what: `creative of ${id}`, label, params: switched, isShared: true })
}

type Edge = 'ads' | 'adsets' | 'adcreatives'

/** Creates something under a label of its own, by which it is found again when the answer is lost. */
async function createMarked(
  run: CopyRun,
  edge: Edge,
  { what, label, params, isShared = false }: { what: string; label: string; params: Params; isShared?: boolean },
): Promise<string> {
  const others = Array.isArray(params.adlabels) ? (params.adlabels as object[]) : []
  const marked = { ...params, adlabels: [{ name: label }, ...others] }
  const created = await run.write({
    name: `new ${what}`,
    isShared,
    asks: marked,
    send: (sendBefore) =>
      withKnownFeatures(marked, (known) =>
        run.graph.post(CreatedWire, `${run.account}/${edge}`, known, { ...run.options, sendBefore }),
      ),
    readBack: { kind: 'find', find: () => findMarked(run, edge, label) },
  })
  return created.id
}

async function findMarked({ graph, account, options }: CopyRun, edge: Edge, label: string): Promise<Found> {
  const known = await seekLabel(graph, account, label, options)
  if (typeof known === 'string') return known
  const params = { ad_label_ids: [known.id], fields: 'id' }
  const [mine] = await graph.list(CreatedWire, `${account}/${edge}bylabels`, params, { ...options, limit: 1 })
  return mine ? { found: { id: mine.id } } : 'absent'
}

/** What is newly made can only be on or off; what was archived comes back off. */
export function createdStatus({ status }: CopyRun, ofSource: string): 'ACTIVE' | 'PAUSED' {
  if (status === 'INHERITED_FROM_SOURCE') return ofSource === 'ACTIVE' ? 'ACTIVE' : 'PAUSED'
  return status
}

/** What of an ad set is given to a new one as it stands. */
const keptFields = [
  'optimization_goal',
  'billing_event',
  'bid_strategy',
  'bid_amount',
  'bid_constraints',
  'daily_budget',
  'lifetime_budget',
  'promoted_object',
  'destination_type',
  'attribution_spec',
  'pacing_type',
  'adset_schedule',
  'placement_soft_opt_out',
  'existing_customer_budget_percentage',
  'dsa_beneficiary',
  'dsa_payor',
  'regional_regulated_categories',
  'regional_regulation_identities',
  'is_dynamic_creative',
  'frequency_control_specs',
  'daily_min_spend_target',
  'daily_spend_cap',
  'lifetime_min_spend_target',
  'lifetime_spend_cap',
  'value_rule_set_id',
  'value_rules_applied',
]

const adSetFields = ['id', 'name', 'status', 'targeting', 'start_time', 'end_time', ...keptFields].join(',')

/** An ad set made anew, by today's rules: without placements that are gone, with a word on the automated audience. */
export async function recreateAdSet(
  run: CopyRun,
  sourceId: string,
  { name, campaignId, status }: { name: string; campaignId: string; status: 'ACTIVE' | 'PAUSED' },
): Promise<string> {
  const source = await run.graph.get(RebuildableAdSetWire, sourceId, { fields: adSetFields }, run.options)
  const params: Params = { name, campaign_id: campaignId, status, ...flight(source, Date.now()) }
  for (const field of keptFields) if (isSet(source[field])) params[field] = source[field]
  // The strategy of an ad set that has a budget of its own is always said.
  if ((params.daily_budget ?? params.lifetime_budget) !== undefined && params.bid_amount === undefined)
    params.bid_strategy ??= usualStrategy
  params.targeting = decided(writableTargeting(source.targeting))
  return createMarked(run, 'adsets', { what: `adset ${sourceId}`, label: `${run.mark}-${sourceId}`, params })
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '0' && value !== 0 && value !== 'UNDEFINED'
}

/** An old ad set that never said yes or no to the automated audience reached just whom it named. */
function decided(targeting: Spec): Spec {
  const automation = isObject(targeting.targeting_automation) ? targeting.targeting_automation : {}
  if (automation.advantage_audience !== undefined) return targeting
  return { ...targeting, targeting_automation: { ...automation, advantage_audience: 0 } }
}

/** Over and done: the new one runs as long as the old did. */
function flight({ start_time: start, end_time: end }: { start_time?: string; end_time?: string }, now: number): Params {
  const starts = start === undefined ? now : Date.parse(start)
  const params: Params = starts > now ? { start_time: start } : {}
  if (end === undefined) return params
  const ends = Date.parse(end)
  const again = ends > now ? ends : now + (ends - starts)
  return { ...params, end_time: Math.round(again / 1000) }
}
