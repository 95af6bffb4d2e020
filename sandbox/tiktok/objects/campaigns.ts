import { advertiserOf, isGiven, numberOr, oneOf, optionalObject, optionalText, requiredText, stamp } from '../call.ts'
import type { Call } from '../call.ts'
import { checkBudget, readBudget } from './budgets.ts'
import type { World } from '../world.ts'
import { invalid, TikTokError } from '../errors.ts'
import { byFilters, byPrimaryStatus, pageOf, withFields } from '../lists.ts'
import type { Advertiser, Campaign, OperationStatus, Switched } from './objects.ts'
import { automationOf, refuseEndedManual, refuseSmartPlus } from './smart-plus.ts'
import { campaignEffective, primaryOf } from './status.ts'
import { requireOwn, switchAll } from './switching.ts'
import { required } from '../../core/required.ts'

const objectives = [
  'REACH',
  'TRAFFIC',
  'VIDEO_VIEWS',
  'LEAD_GENERATION',
  'ENGAGEMENT',
  'APP_PROMOTION',
  'WEB_CONVERSIONS',
  'PRODUCT_SALES',
]
export const minBudget = 50
const maxNameLength = 512
const sameRequestMs = 10_000

export function renderCampaign(world: World, campaign: Campaign): object {
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    advertiser_id: campaign.advertiser,
    objective_type: campaign.objective,
    objective: campaign.objective === 'APP_PROMOTION' ? 'APP' : 'LANDING_PAGE',
    operation_status: campaign.status,
    secondary_status: `CAMPAIGN_STATUS_${campaignEffective(campaign)}`,
    budget: campaign.budget,
    budget_mode: campaign.budgetMode,
    budget_optimize_on: campaign.budgetMode !== 'BUDGET_MODE_INFINITE',
    campaign_type: 'REGULAR_CAMPAIGN',
    app_promotion_type: 'UNSET',
    campaign_automation_type: automationOf(world, campaign),
    is_smart_performance_campaign: false,
    is_search_campaign: false,
    rf_campaign_type: 'STANDARD',
    roas_bid: 0,
    deep_bid_type: null,
    create_time: stamp(campaign.created),
    modify_time: stamp(campaign.updated),
    is_new_structure: true,
    ...campaign.more,
  }
}

export function getCampaigns(call: Call): object {
  return listCampaigns(call, () => true)
}

export function listCampaigns(call: Call, isShown: (campaign: Campaign) => boolean): object {
  const { id } = advertiserOf(call)
  const { world, params } = call
  const filtering = optionalObject(params, 'filtering')
  const byStatus = byPrimaryStatus(filtering, (each) =>
    primaryOf(campaignEffective(required(world.campaigns.get(each), 'campaign'))),
  )
  const rows = world.campaigns
    .lookup('advertiser', id)
    .filter(byFilters(call, filtering, { campaign_ids: (campaign: Campaign) => campaign.id }, 'campaign_name'))
    .filter(byStatus)
    .filter(isShown)
    .filter((campaign) => !isGiven(filtering['objective_type']) || campaign.objective === filtering['objective_type'])
  return withPage(
    call,
    rows.map((campaign) => renderCampaign(world, campaign)),
  )
}

/** Newest first, as the platform lists. */
export function withPage(call: Call, rows: object[]): object {
  const { list, page_info } = pageOf(call, rows.reverse())
  return { list: withFields(call, list), page_info }
}

export function createCampaign(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const name = checkName(params, 'campaign_name')
  const objective = oneOf(params, 'objective_type', objectives, '')
  refuseEndedManual(world, objective)
  const status = oneOf(params, 'operation_status', ['ENABLE', 'DISABLE'], 'ENABLE') as OperationStatus
  const money = readBudget(params, advertiser, minBudget)
  refuseRepeat(call, world.campaigns.lookup('advertiser', advertiser.id), name)
  const now = world.now()
  const times = { created: now, updated: now }
  const id = world.newId()
  const campaign = {
    id,
    advertiser: advertiser.id,
    name,
    objective,
    status,
    isDeleted: false,
    ...money,
    ...times,
    more: {},
  }
  return renderCampaign(world, world.campaigns.put(id, campaign))
}

export function checkName(params: Record<string, unknown>, field: string): string {
  const name = requiredText(params, field)
  if (name.length > maxNameLength) throw invalid(`${field}: Longer than maximum length ${maxNameLength}.`)
  if (/\p{Extended_Pictographic}/u.test(name)) throw invalid(`${field}: Emoji are not supported.`)
  return name
}

/** The same request_id within ten seconds is the same request; one with an id of its own may repeat a name. */
export function refuseRepeat({ world, params, tenant }: Call, siblings: Switched[], name: string): void {
  const requestId = optionalText(params, 'request_id')
  if (requestId === undefined) {
    if (siblings.some((sibling) => sibling.name === name && !sibling.isDeleted))
      throw invalid('The name already exists. Please try another one.')
    return
  }
  if (!/^[1-9]\d{0,18}$/.test(requestId)) throw invalid('request_id: Must be a positive 64-bit integer in text.')
  const key = `${tenant} ${requestId}`
  const before = world.requests.get(key)
  if (before && world.now() - before.at < sameRequestMs)
    throw new TikTokError(40050, 'Duplicated request. Please retry with another request_id.')
  world.requests.put(key, { at: world.now() })
}

export function updateCampaign(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const campaign = requireOwn(world.campaigns, advertiser.id, requiredText(params, 'campaign_id'), 'campaign_id')
  refuseSmartPlus(world, campaign.id)
  const changed = { ...campaign, ...changedBudget(params, campaign, advertiser), updated: world.now() }
  if (isGiven(params['campaign_name'])) changed.name = checkName(params, 'campaign_name')
  return renderCampaign(world, world.campaigns.put(campaign.id, changed))
}

export function changedBudget(params: Record<string, unknown>, campaign: Campaign, advertiser: Advertiser): object {
  if (!isGiven(params['budget'])) return {}
  if (campaign.budgetMode === 'BUDGET_MODE_INFINITE') throw invalid('budget: This campaign has no budget.')
  return { budget: checkBudget(numberOr(params, 'budget', 0), advertiser, minBudget) }
}

export function switchCampaigns(call: Call): object {
  return switchAll(call, call.world.campaigns, 'campaign_ids')
}

export function nameOfCampaign(world: World, id: string): string {
  return world.campaigns.get(id)?.name ?? ''
}
