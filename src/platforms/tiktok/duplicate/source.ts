import { brokenRules, notFound } from '../../../errors.ts'
import type { CopyLevel } from '../../contract/duplicate.ts'
import type { Spec } from '../../contract/manage.ts'
import type { Api, CallOptions } from '../client.ts'
import { levelOf, readMany } from '../manage/read.ts'
import { fromPlatformTime, isEntityId, toPlatformTime } from '../map.ts'
import { ObjectWire } from '../wire.ts'

const words: Record<CopyLevel, string> = { campaign: 'campaign', adset: 'ad set', ad: 'ad' }
const listOf = {
  campaign: { path: 'smart_plus/campaign/get', ids: 'campaign_ids' },
  adset: { path: 'smart_plus/adgroup/get', ids: 'adgroup_ids' },
  ad: { path: 'smart_plus/ad/get', ids: 'smart_plus_ad_ids' },
} as const
/** How its own id and its name are called. */
export const namesOf = {
  campaign: { id: 'campaign_id', name: 'campaign_name' },
  adset: { id: 'adgroup_id', name: 'adgroup_name' },
  ad: { id: 'smart_plus_ad_id', name: 'ad_name' },
} as const
const maxParts = 1_000

/** A Smart+ thing of the account with all its fields; 404, or 422 where people run it. */
export async function readWhole(api: Api, level: CopyLevel, id: string, options: CallOptions): Promise<Spec> {
  const [found] = isEntityId(id) ? await readAll(api, level, { [listOf[level].ids]: [id] }, options) : []
  if (found) return found
  const [manual] = await readMany(api, options.accountId, { type: level, ids: [id] }, options)
  if (!manual || manual.status === 'deleted') throw notFound(words[level], id)
  const message = `${id} is a ${levelOf[level]} that people run: only Smart+ campaigns, ad sets and ads can be copied here`
  throw brokenRules([{ path: '', message }])
}

/** What lies in an ad set or a campaign, oldest first; deleted things are not among them. */
export async function readParts(api: Api, level: 'adset' | 'ad', parentId: string, options: CallOptions) {
  const filter = level === 'adset' ? 'campaign_ids' : 'adgroup_ids'
  return (await readAll(api, level, { [filter]: [parentId] }, options)).toReversed()
}

function readAll(api: Api, level: CopyLevel, filtering: object, options: CallOptions): Promise<Spec[]> {
  const params = { advertiser_id: options.accountId, filtering }
  return api.list(ObjectWire, listOf[level].path, params, { ...options, limit: maxParts })
}

const campaignFields = [
  ...['objective_type', 'sales_destination', 'app_promotion_type', 'app_id', 'campaign_type', 'bid_align_type'],
  ...['budget', 'budget_mode', 'budget_optimize_on', 'campaign_app_profile_page_state', 'catalog_enabled'],
  ...['catalog_type', 'disable_skan_campaign', 'is_advanced_dedicated_campaign', 'is_promotional_campaign'],
  ...['po_number', 'postback_window_mode', 'special_industries'],
]
const adGroupFields = [
  ...['promotion_type', 'promotion_target_type', 'promotion_website_type', 'app_id', 'pixel_id', 'billing_event'],
  ...['optimization_goal', 'optimization_event', 'custom_conversion_id', 'deep_funnel_event_source', 'dayparting'],
  ...['deep_funnel_event_source_id', 'deep_funnel_optimization_event', 'deep_funnel_optimization_status'],
  ...['bid_type', 'bid_price', 'conversion_bid_price', 'deep_bid_type', 'deep_cpabid', 'roas_bid', 'vbo_window'],
  ...['budget', 'budget_mode', 'min_budget', 'placement_type', 'placements', 'product_source', 'catalog_id'],
  ...['catalog_authorized_bc_id', 'attribution_event_count', 'click_attribution_window', 'view_attribution_window'],
  ...['engaged_view_attribution_window', 'identity_id', 'identity_type', 'identity_authorized_bc_id', 'phone_info'],
  ...['message_event_set_id', 'messaging_app_account_id', 'messaging_app_type', 'comment_disabled', 'share_disabled'],
  ...['video_download_disabled', 'suggestion_audience_enabled', 'targeting_optimization_mode', 'targeting_spec'],
]
const adFields = [
  ...['ad_text_list', 'call_to_action_list', 'landing_page_url_list', 'deeplink_list', 'page_list', 'disclaimer'],
  ...['interactive_add_on_list', 'auto_message_list', 'custom_product_page_list', 'playable_list', 'ad_configuration'],
]
const fieldsOf: Record<CopyLevel, string[]> = { campaign: campaignFields, adset: adGroupFields, ad: adFields }

/** What a new one like it is made of. What is not set comes back as an empty value that the platform does not take. */
export function writable(level: CopyLevel, source: Spec): Spec {
  const given = fieldsOf[level].flatMap((name) => {
    const value = name === 'ad_configuration' ? filled(source[name], true) : filled(source[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  const { budget, budget_mode: mode, ...body } = Object.fromEntries(given)
  const holds = budget !== undefined && mode !== 'BUDGET_MODE_INFINITE'
  if (level === 'ad') return { ...body, creative_list: creativesOf(source) }
  return { ...body, ...(holds ? { budget, budget_mode: mode } : {}) }
}

/** Each as it was sent; the ids that it has in the source are not its own. */
function creativesOf({ creative_list: list }: Spec): Spec[] {
  return (Array.isArray(list) ? (list as Spec[]) : []).map((entry) => ({ creative_info: filled(entry.creative_info) }))
}

/** undefined: nothing is set. An empty list of switches says that all of them are off. */
function filled(value: unknown, keepsEmpty = false): unknown {
  if (value === null || value === undefined || value === '' || value === 0 || value === 'UNSET') return undefined
  if (Array.isArray(value)) {
    const items = value.map((each: unknown) => filled(each, keepsEmpty)).filter((each) => each !== undefined)
    return items.length > 0 || keepsEmpty ? items : undefined
  }
  if (typeof value !== 'object') return value
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const inner = filled(each, keepsEmpty)
    return inner === undefined ? [] : [[name, inner] as const]
  })
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** A beginning in the past is moved: a minute on, because the platform's clock need not be ours. */
const beginsInMs = 60_000

/** When the copy runs. hasEnded: the source ran out, and a copy with the same end would never run. */
export function scheduleFor(source: Spec, now: Date): { schedule: Spec; hasEnded: boolean } {
  const timeOf = (name: string) => {
    const time = source[name]
    return typeof time === 'string' ? fromPlatformTime(time) : null
  }
  const begins = new Date(Math.max(timeOf('schedule_start_time')?.getTime() ?? 0, now.getTime() + beginsInMs))
  const end = source.schedule_type === 'SCHEDULE_START_END' ? timeOf('schedule_end_time') : null
  const hasEnded = end !== null && end <= begins
  const start = { schedule_start_time: toPlatformTime(begins) }
  if (end === null || hasEnded) return { schedule: { schedule_type: 'SCHEDULE_FROM_NOW', ...start }, hasEnded }
  const schedule_end_time = toPlatformTime(end)
  return { schedule: { schedule_type: 'SCHEDULE_START_END', ...start, schedule_end_time }, hasEnded }
}
