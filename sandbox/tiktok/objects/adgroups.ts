import {
  advertiserOf,
  isGiven,
  numberOr,
  oneOf,
  optionalList,
  optionalObject,
  optionalText,
  parseStamp,
  requiredText,
  stamp,
} from '../call.ts'
import type { Call } from '../call.ts'
import { checkBudget, readBudget } from './budgets.ts'
import type { World } from '../world.ts'
import { checkName, nameOfCampaign, refuseRepeat, withPage } from './campaigns.ts'
import { invalid, missing } from '../errors.ts'
import { byFilters, byPrimaryStatus } from '../lists.ts'
import type { AdGroup, Advertiser, OperationStatus } from './objects.ts'
import { automationOf, refuseEndedManual, refuseSmartPlus } from './smart-plus.ts'
import { adGroupEffective, primaryOf } from './status.ts'
import { requireOwn, switchAll } from './switching.ts'
import { required } from '../../core/required.ts'

export const minBudget = 20
const placementNames = ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE']
const scheduleTypes = ['SCHEDULE_FROM_NOW', 'SCHEDULE_START_END']
const noEnd = '2036-11-14 00:00:00'

/** Each goal is paid for in one way. */
const billingOf: Record<string, string> = {
  CLICK: 'CPC',
  CONVERT: 'OCPM',
  INSTALL: 'OCPM',
  VALUE: 'OCPM',
  LEAD_GENERATION: 'OCPM',
  TRAFFIC_LANDING_PAGE_VIEW: 'OCPM',
  REACH: 'CPM',
  SHOW: 'CPM',
  ENGAGED_VIEW: 'CPV',
  ENGAGED_VIEW_FIFTEEN: 'CPV',
}

/** Shown again as they were sent. */
const passedOn = ['location_ids', 'age_groups', 'gender', 'languages', 'optimization_goal', 'billing_event', 'bid_type']
const passedOnToo = ['bid_price', 'conversion_bid_price', 'pacing', 'promotion_type', 'pixel_id', 'optimization_event']

export function renderAdGroup(world: World, adgroup: AdGroup): object {
  return {
    adgroup_id: adgroup.id,
    adgroup_name: adgroup.name,
    advertiser_id: adgroup.advertiser,
    campaign_id: adgroup.campaign,
    campaign_name: nameOfCampaign(world, adgroup.campaign),
    campaign_automation_type: automationOf(world, world.campaigns.get(adgroup.campaign)),
    is_smart_performance_campaign: false,
    operation_status: adgroup.status,
    secondary_status: `ADGROUP_STATUS_${adGroupEffective(world, adgroup)}`,
    placement_type: adgroup.placementType,
    placements: adgroup.placements,
    budget: adgroup.budget,
    budget_mode: adgroup.budgetMode,
    schedule_type: adgroup.scheduleType,
    schedule_start_time: adgroup.scheduleStart,
    schedule_end_time: adgroup.scheduleEnd,
    dayparting: '1'.repeat(336),
    creative_material_mode: 'CUSTOM',
    comment_disabled: false,
    create_time: stamp(adgroup.created),
    modify_time: stamp(adgroup.updated),
    ...adgroup.more,
  }
}

export function getAdGroups(call: Call): object {
  return listAdGroups(call, () => true)
}

export function listAdGroups(call: Call, isShown: (adgroup: AdGroup) => boolean): object {
  const { id } = advertiserOf(call)
  const { world, params } = call
  const filtering = optionalObject(params, 'filtering')
  const ids = {
    adgroup_ids: (adgroup: AdGroup) => adgroup.id,
    campaign_ids: (adgroup: AdGroup) => adgroup.campaign,
  }
  const rows = world.adgroups
    .lookup('advertiser', id)
    .filter(byFilters(call, filtering, ids, 'adgroup_name'))
    .filter(
      byPrimaryStatus(filtering, (each) =>
        primaryOf(adGroupEffective(world, required(world.adgroups.get(each), 'ad group'))),
      ),
    )
    .filter(isShown)
  return withPage(
    call,
    rows.map((adgroup) => renderAdGroup(world, adgroup)),
  )
}

export function createAdGroup(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const campaign = requireOwn(world.campaigns, advertiser.id, requiredText(params, 'campaign_id'), 'campaign_id')
  refuseSmartPlus(world, campaign.id)
  refuseEndedManual(world, campaign.objective)
  const name = checkName(params, 'adgroup_name')
  const status = oneOf(params, 'operation_status', ['ENABLE', 'DISABLE'], 'ENABLE') as OperationStatus
  const hasCampaignBudget = campaign.budgetMode !== 'BUDGET_MODE_INFINITE'
  const money = hasCampaignBudget
    ? { budget: 0, budgetMode: 'BUDGET_MODE_INFINITE' }
    : readBudget(params, advertiser, minBudget)
  if (!hasCampaignBudget && money.budgetMode === 'BUDGET_MODE_INFINITE') throw missing('budget')
  const schedule = readSchedule(call)
  if (money.budgetMode === 'BUDGET_MODE_TOTAL' && schedule.scheduleType !== 'SCHEDULE_START_END')
    throw invalid('schedule_type: A total budget needs SCHEDULE_START_END.')
  checkGoal(params)
  if (!isGiven(params['location_ids']) && !isGiven(params['zipcode_ids'])) throw missing('location_ids')
  refuseRepeat(call, world.adgroups.lookup('advertiser', advertiser.id), name)
  const now = world.now()
  const id = world.newId()
  const adgroup: AdGroup = {
    id,
    advertiser: advertiser.id,
    campaign: campaign.id,
    name,
    status,
    isDeleted: false,
    created: now,
    updated: now,
    ...money,
    ...schedule,
    ...readPlacements(params),
    more: Object.fromEntries([...passedOn, ...passedOnToo].map((field) => [field, params[field] ?? null])),
  }
  return renderAdGroup(world, world.adgroups.put(id, adgroup))
}

export function readPlacements(params: Record<string, unknown>) {
  const types = ['PLACEMENT_TYPE_AUTOMATIC', 'PLACEMENT_TYPE_NORMAL']
  const placementType = oneOf(params, 'placement_type', types, 'PLACEMENT_TYPE_AUTOMATIC')
  const placements = optionalList(params, 'placements') ?? []
  if (placementType === 'PLACEMENT_TYPE_NORMAL' && placements.length === 0) throw missing('placements')
  const unknown = placements.find((placement) => !placementNames.includes(placement))
  if (unknown) throw invalid(`placements: Must be one of: ${placementNames.join(', ')}.`)
  return { placementType, placements }
}

function checkGoal(params: Record<string, unknown>): void {
  const goal = requiredText(params, 'optimization_goal')
  const billing = requiredText(params, 'billing_event')
  const expected = billingOf[goal]
  if (!expected) throw invalid(`optimization_goal: Must be one of: ${Object.keys(billingOf).join(', ')}.`)
  if (expected !== billing) throw invalid(`billing_event: ${goal} is billed by ${expected}.`)
  requiredText(params, 'pacing')
}

export function readSchedule({ world, params }: Call) {
  const scheduleType = oneOf(params, 'schedule_type', scheduleTypes, '')
  const scheduleStart = readStart(params)
  if (scheduleType === 'SCHEDULE_FROM_NOW') return { scheduleType, scheduleStart, scheduleEnd: noEnd }
  return { scheduleType, scheduleStart, scheduleEnd: readEnd(params, world.now()) }
}

/** Required with the kind of schedule, on updates as well. */
function readStart(params: Record<string, unknown>): string {
  const start = requiredText(params, 'schedule_start_time')
  if (Number.isNaN(parseStamp(start))) throw invalid('schedule_start_time: Not a valid datetime.')
  return start
}

function readEnd(params: Record<string, unknown>, now: number): string {
  const end = requiredText(params, 'schedule_end_time')
  const time = parseStamp(end)
  if (Number.isNaN(time)) throw invalid('schedule_end_time: Not a valid datetime.')
  if (time <= now) throw invalid('schedule_end_time: The end time must be later than the current time.')
  return end
}

export function updateAdGroup(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const adgroup = requireOwn(world.adgroups, advertiser.id, requiredText(params, 'adgroup_id'), 'adgroup_id')
  refuseSmartPlus(world, adgroup.campaign)
  return renderAdGroup(world, world.adgroups.put(adgroup.id, changedAdGroup(call, adgroup, advertiser)))
}

export function changedAdGroup({ world, params }: Call, adgroup: AdGroup, advertiser: Advertiser): AdGroup {
  const changed = { ...adgroup, updated: world.now() }
  if (isGiven(params['adgroup_name'])) changed.name = checkName(params, 'adgroup_name')
  if (isGiven(params['budget'])) {
    if (adgroup.budgetMode === 'BUDGET_MODE_INFINITE') throw invalid('budget: The campaign holds the budget.')
    changed.budget = checkBudget(numberOr(params, 'budget', 0), advertiser, minBudget)
  }
  const scheduleType = optionalText(params, 'schedule_type')
  if (scheduleType !== undefined) changed.scheduleStart = readStart(params)
  if (scheduleType === 'SCHEDULE_FROM_NOW') Object.assign(changed, { scheduleType, scheduleEnd: noEnd })
  else if (scheduleType !== undefined || isGiven(params['schedule_end_time'])) {
    oneOf(params, 'schedule_type', scheduleTypes, 'SCHEDULE_START_END')
    Object.assign(changed, { scheduleType: 'SCHEDULE_START_END', scheduleEnd: readEnd(params, world.now()) })
  }
  return changed
}

export function switchAdGroups(call: Call): object {
  return { ...switchAll(call, call.world.adgroups, 'adgroup_ids'), error_list: [] }
}
