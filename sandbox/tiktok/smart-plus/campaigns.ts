import { advertiserOf, isGiven, oneOf, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { readBudget } from '../objects/budgets.ts'
import {
  changedBudget,
  checkName,
  minBudget,
  listCampaigns,
  refuseRepeat,
  renderCampaign,
} from '../objects/campaigns.ts'
import type { Campaign, OperationStatus } from '../objects/objects.ts'
import { requireSmartPlus } from '../objects/smart-plus.ts'
import { requireOwn, switchAll } from '../objects/switching.ts'

const objectives = ['APP_PROMOTION', 'WEB_CONVERSIONS', 'LEAD_GENERATION']
const appTypes = ['APP_INSTALL', 'APP_RETARGETING', 'MINIS']
const destinations = ['WEBSITE', 'APP', 'WEB_AND_APP']
const ownModes = ['BUDGET_MODE_INFINITE', 'BUDGET_MODE_DAY', 'BUDGET_MODE_TOTAL']
const sharedModes = ['BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 'BUDGET_MODE_TOTAL']

export function getSmartCampaigns(call: Call): object {
  return listCampaigns(call, ({ isSmartPlus }) => isSmartPlus === true)
}

export function createSmartCampaign(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  requiredText(params, 'request_id')
  const name = checkName(params, 'campaign_name')
  const objective = oneOf(params, 'objective_type', objectives, '')
  if (objective === 'WEB_CONVERSIONS') oneOf(params, 'sales_destination', destinations, '')
  if (objective === 'APP_PROMOTION') oneOf(params, 'app_promotion_type', appTypes, '')
  const status = oneOf(params, 'operation_status', ['ENABLE', 'DISABLE'], 'ENABLE') as OperationStatus
  const isShared = params['budget_optimize_on'] !== false
  const modes = isShared ? sharedModes : ownModes
  const budget_mode = oneOf(params, 'budget_mode', modes, modes[0]!)
  const money = readBudget({ ...params, budget_mode }, advertiser, minBudget)
  refuseRepeat(call, world.campaigns.lookup('advertiser', advertiser.id), name)
  const now = world.now()
  const id = world.newId()
  const campaign: Campaign = {
    ...{ id, advertiser: advertiser.id, name, objective, status, isDeleted: false, isSmartPlus: true },
    ...{ ...money, created: now, updated: now },
    more: {
      budget_optimize_on: isShared,
      sales_destination: params['sales_destination'] ?? null,
      app_promotion_type: params['app_promotion_type'] ?? 'UNSET',
    },
  }
  return renderCampaign(world, world.campaigns.put(id, campaign))
}

export function updateSmartCampaign(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const campaign = requireOwn(world.campaigns, advertiser.id, requiredText(params, 'campaign_id'), 'campaign_id')
  requireSmartPlus(world, campaign.id)
  const changed = { ...campaign, ...changedBudget(params, campaign, advertiser), updated: world.now() }
  if (isGiven(params['campaign_name'])) changed.name = checkName(params, 'campaign_name')
  return renderCampaign(world, world.campaigns.put(campaign.id, changed))
}

/** Answers what became of each, unlike the manual one. */
export function switchSmartCampaigns(call: Call): object {
  const { campaign_ids: ids, status } = switchAll(call, call.world.campaigns, 'campaign_ids', requireSmartPlus) as {
    campaign_ids: string[]
    status: string
  }
  return { campaign_list: ids.map((campaign_id) => ({ campaign_id, status })), error_list: [] }
}
