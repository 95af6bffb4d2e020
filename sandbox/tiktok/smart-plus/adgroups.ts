import { advertiserOf, isGiven, numberOr, oneOf, optionalObject, requiredText, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, missing, TikTokError } from '../errors.ts'
import {
  changedAdGroup,
  minBudget,
  listAdGroups,
  readPlacements,
  readSchedule,
  renderAdGroup,
} from '../objects/adgroups.ts'
import { checkBudget, readBudget } from '../objects/budgets.ts'
import { checkName, refuseRepeat } from '../objects/campaigns.ts'
import type { AdGroup, Advertiser, Campaign, OperationStatus } from '../objects/objects.ts'
import { requireSmartPlus } from '../objects/smart-plus.ts'
import { requireOwn, switchAll } from '../objects/switching.ts'

const maxAdGroups = 30
const maxBudgets = 20
const goals = `
  CLICK INSTALL IN_APP_EVENT VALUE CONVERT TRAFFIC_LANDING_PAGE_VIEW CONVERSATION LEAD_GENERATION
`
  .trim()
  .split(/\s+/)
/** Siblings below one shared budget agree about these. */
const sharedFields = ['promotion_type', 'optimization_goal', 'optimization_event', 'billing_event', 'bid_type']
const kept = [...sharedFields, 'pixel_id', 'bid_price', 'conversion_bid_price', 'roas_bid', 'targeting_spec', 'pacing']

export function getSmartAdGroups(call: Call): object {
  return listAdGroups(call, ({ campaign }) => call.world.campaigns.get(campaign)?.isSmartPlus === true)
}

export function createSmartAdGroup(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  requiredText(params, 'request_id')
  const campaign = requireOwn(world.campaigns, advertiser.id, requiredText(params, 'campaign_id'), 'campaign_id')
  requireSmartPlus(world, campaign.id)
  const name = checkName(params, 'adgroup_name')
  const status = oneOf(params, 'operation_status', ['ENABLE', 'DISABLE'], 'ENABLE') as OperationStatus
  for (const field of ['promotion_type', 'billing_event']) requiredText(params, field)
  const goal = oneOf(params, 'optimization_goal', goals, '')
  if (['CONVERT', 'VALUE'].includes(goal) && textOf(params['promotion_type']) === 'WEBSITE')
    for (const field of ['pixel_id', 'optimization_event']) requiredText(params, field)
  if (!isGiven(optionalObject(params, 'targeting_spec')['location_ids'])) throw missing('targeting_spec')
  const siblings = world.adgroups
    .lookup('advertiser', advertiser.id)
    .filter((each) => each.campaign === campaign.id && !each.isDeleted)
  if (siblings.length >= maxAdGroups) throw new TikTokError(40502, 'The campaign has 30 ad groups.')
  const money = moneyOf(params, campaign, advertiser)
  if (money.budgetMode === 'BUDGET_MODE_INFINITE') refuseDifferent(params, siblings)
  refuseRepeat(call, siblings, name)
  const now = world.now()
  const id = world.newId()
  const adgroup: AdGroup = {
    ...{ id, advertiser: advertiser.id, campaign: campaign.id, name, status, isDeleted: false },
    ...{ created: now, updated: now, ...money, ...readSchedule(call), ...readPlacements(params) },
    more: Object.fromEntries(kept.map((field) => [field, params[field] ?? null])),
  }
  return renderAdGroup(world, world.adgroups.put(id, adgroup))
}

function moneyOf(params: Record<string, unknown>, { more, budgetMode }: Campaign, advertiser: Advertiser) {
  const isShared = more['budget_optimize_on'] !== false && budgetMode !== 'BUDGET_MODE_INFINITE'
  if (isShared) return { budget: 0, budgetMode: 'BUDGET_MODE_INFINITE' }
  const money = readBudget(params, advertiser, minBudget)
  if (money.budgetMode === 'BUDGET_MODE_INFINITE') throw missing('budget')
  return money
}

function refuseDifferent(params: Record<string, unknown>, [sibling]: AdGroup[]): void {
  const different = sharedFields.find((field) => sibling && (sibling.more[field] ?? null) !== (params[field] ?? null))
  if (different) throw invalid(`${different}: Must be the same in all ad groups of a campaign with a shared budget.`)
}

export function updateSmartAdGroup(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const adgroup = requireOwn(world.adgroups, advertiser.id, requiredText(params, 'adgroup_id'), 'adgroup_id')
  requireSmartPlus(world, adgroup.campaign)
  for (const field of ['optimization_goal', 'pixel_id', 'promotion_type'])
    if (isGiven(params[field])) throw invalid(`${field}: Cannot be changed.`)
  const changed = changedAdGroup(call, adgroup, advertiser)
  const spec = isGiven(params['targeting_spec']) ? { targeting_spec: params['targeting_spec'] } : {}
  return renderAdGroup(world, world.adgroups.put(adgroup.id, { ...changed, more: { ...changed.more, ...spec } }))
}

/** Exactly one of the two lists; all or nothing. */
export function setSmartBudgets(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const [now, later] = [params['budget'], params['scheduled_budget']]
  if (isGiven(now) === isGiven(later)) throw invalid('budget: Exactly one of budget and scheduled_budget is needed.')
  if (isGiven(later)) throw new TikTokError(40118, 'Scheduled budgets are not open to this app.')
  if (!Array.isArray(now) || now.length === 0 || now.length > maxBudgets)
    throw invalid(`budget: From 1 to ${maxBudgets} entries are needed.`)
  const changes = (now as Record<string, unknown>[]).map((entry) => {
    const adgroup = requireOwn(world.adgroups, advertiser.id, requiredText(entry, 'adgroup_id'), 'adgroup_id')
    requireSmartPlus(world, adgroup.campaign)
    if (adgroup.budgetMode === 'BUDGET_MODE_INFINITE') throw invalid('budget: The campaign holds the budget.')
    return { ...adgroup, budget: checkBudget(numberOr(entry, 'budget', 0), advertiser, minBudget) }
  })
  for (const changed of changes) world.adgroups.put(changed.id, { ...changed, updated: world.now() })
  return {}
}

export function switchSmartAdGroups(call: Call): object {
  return { ...switchAll(call, call.world.adgroups, 'adgroup_ids', requireSmartPlus), error_list: [] }
}
