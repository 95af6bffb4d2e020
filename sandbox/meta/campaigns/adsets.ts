import {
  checkBudgetLevel,
  checkDsa,
  checkRegulation,
  countBudgetEdit,
  readAttribution,
  readBid,
  readFlight,
  readPromotedObject,
  readStrategy,
} from './adset-rules.ts'
import { readInlineSchedules, storeSchedules } from './budget-schedules.ts'
import { hasBudget, readBudget } from './budgets.ts'
import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { budgetOnBothLevels, onlyNameAllowed, tooMany } from './campaigns.ts'
import { downgraded } from '../downgrade.ts'
import { badParameter, missingParameter, refusal } from '../errors.ts'
import { isGone, newTreeId } from '../world.ts'
import { readLabels } from '../graph/labels.ts'
import type { Account, AdSet, Campaign, Status } from './objects.ts'
import {
  booleanParam,
  enumParam,
  isGiven,
  isValidateOnly,
  jsonParam,
  requiredText,
  textParam,
} from '../graph/params.ts'
import {
  bidStrategies,
  billingEvents,
  creatableStatuses,
  destinationTypes,
  editableStatuses,
  goalsOfObjective,
  optimizationGoals,
} from '../report/tables.ts'
import { checkSpecialTargeting } from './special-rules.ts'
import { missingGeo, readTargeting } from './targeting.ts'

const textFields = [
  'dsa_beneficiary',
  'dsa_payor',
  'optimization_sub_event',
  'value_rule_set_id',
  'source_adset_id',
  'campaign_attribution',
]
const numberFields = [
  'daily_min_spend_target',
  'daily_spend_cap',
  'lifetime_min_spend_target',
  'lifetime_spend_cap',
  'lifetime_imps',
  'existing_customer_budget_percentage',
]
const jsonFields = [
  'pacing_type',
  'adset_schedule',
  'frequency_control_specs',
  'placement_soft_opt_out',
  'regional_regulated_categories',
  'regional_regulation_identities',
  'bid_adjustments',
  'value_rules_applied',
  'is_budget_schedule_enabled',
]
const adSetsPerCampaign = 200
const accountCap = 5000

export function createAdSet(call: GraphCall, account: Account): Created | { success: true } {
  const { world, params } = call
  const name = readName(call)
  const campaign = findCampaign(call, account)
  const targeting = readTargeting(call, true)
  if (!targeting) throw missingGeo()
  checkSpecialTargeting(campaign, targeting)
  const goal = readGoal(call, campaign)
  const billing = enumParam(params, 'billing_event', billingEvents)
  if (!billing) throw missingParameter('billing_event')
  const budget = readBudget(params, account, billing === 'IMPRESSIONS' ? 1 : 5)
  checkBudgetLevel(campaign, budget)
  const flight = readFlight(call, (budget.lifetime_budget ?? campaign.lifetime_budget) !== undefined)
  const strategy = readStrategy(call, campaign)
  const bid = readBid(call, strategy)
  checkDsa(call, targeting, account)
  checkRegulation(call)
  const attribution = readAttribution(call, campaign.objective, goal)
  const promoted = readPromotedObject(call, account, goal)
  const { callDestination } = world.settings()
  const known = callDestination ? new Set([...destinationTypes, 'PHONE_CALL']) : destinationTypes
  const destination = enumParam(params, 'destination_type', known)
  const status = enumParam(params, 'status', creatableStatuses) ?? 'PAUSED'
  const labels = readLabels(call, account)
  const periods = readInlineSchedules(call, { ...budget, id: '' } as AdSet)
  if (world.adsets.count('live in campaign', campaign.id) >= adSetsPerCampaign) throw tooMany('ad sets in a campaign')
  if (world.adsets.count('live in account', account.account_id) >= accountCap) throw tooMany('ad sets')
  if (isValidateOnly(params) && !world.settings().ignoresDryRun) return { success: true }

  const id = newTreeId(world)
  const now = world.now()
  const adset: AdSet = {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    name,
    campaign_id: campaign.id,
    status: status as Status,
    targeting,
    optimization_goal: goal,
    billing_event: billing,
    ...budget,
    ...flight,
    ...(hasBudget(campaign) ? {} : { bid_strategy: strategy }),
    ...bid,
    ...(attribution ? { attribution_spec: attribution } : {}),
    ...(promoted ? { promoted_object: promoted } : {}),
    destination_type: destination ?? 'UNDEFINED',
    is_dynamic_creative: booleanParam(params, 'is_dynamic_creative') ?? false,
    ...copied(call),
    labels: labels?.commit() ?? [],
  }
  storeSchedules(world, account, id, periods)
  return new Created('AdSet', world.adsets.put(id, downgraded(adset, call.request.effects.downgradeFields)))
}

export function updateAdSet(call: GraphCall, adset: AdSet, account: Account): object {
  const { world, params } = call
  if (adset.status === 'DELETED' && onlyNameAllowed(call))
    throw refusal(1487056, 'Ad set was deleted', 'Only the name of a deleted ad set can be changed.')
  if (adset.status === 'ARCHIVED' && onlyNameAllowed(call, 'DELETED'))
    throw refusal(1487056, 'Ad set is archived', 'Only the name of an archived ad set can be changed.')
  const campaign = world.campaigns.get(adset.campaign_id)
  if (!campaign) throw badParameter('The campaign of this ad set does not exist', 'campaign_id')
  refuseFixedFields(call, adset)
  const status = enumParam(params, 'status', editableStatuses)
  const budget = readBudget(params, account, adset.billing_event === 'IMPRESSIONS' ? 1 : 5)
  if (hasBudget(budget) && hasBudget(campaign)) throw budgetOnBothLevels()
  const nextBudget = hasBudget(budget) ? { daily_budget: undefined, lifetime_budget: undefined, ...budget } : {}
  const isLifetime = (budget.lifetime_budget ?? (hasBudget(budget) ? undefined : adset.lifetime_budget)) !== undefined
  const flight = changesFlight(call, budget) ? readFlight(call, isLifetime, adset) : undefined
  const strategy =
    enumParam(params, 'bid_strategy', bidStrategies) ??
    adset.bid_strategy ??
    campaign.bid_strategy ??
    'LOWEST_COST_WITHOUT_CAP'
  const changesBid = ['bid_amount', 'bid_strategy', 'bid_constraints'].some((field) => isGiven(params, field))
  const bid = changesBid
    ? { ...readBid(call, strategy, adset), ...(hasBudget(campaign) ? {} : { bid_strategy: strategy }) }
    : {}
  const targeting = readTargeting(call, false)
  if (targeting) checkSpecialTargeting(campaign, targeting)
  if (targeting) checkDsa(call, targeting, account, adset)
  checkRegulation(call)
  const attribution = readAttribution(call, campaign.objective, adset.optimization_goal)
  const labels = readLabels(call, account)
  const periods = readInlineSchedules(call, { ...adset, ...budget })
  if (isValidateOnly(params)) return { success: true }
  const edits = hasBudget(budget) ? { budget_edits: countBudgetEdit(call, adset) } : {}
  storeSchedules(world, account, adset.id, periods)
  world.adsets.put(adset.id, {
    ...adset,
    ...(isGiven(params, 'name') ? { name: readName(call) } : {}),
    ...(status ? { status: status as Status } : {}),
    ...nextBudget,
    ...edits,
    ...(flight ? { start: flight.start, end: flight.end } : {}),
    ...bid,
    ...(targeting ? { targeting } : {}),
    ...(isGiven(params, 'optimization_goal') ? { optimization_goal: readGoal(call, campaign) } : {}),
    ...(isGiven(params, 'promoted_object')
      ? {
          promoted_object: readPromotedObject(
            call,
            account,
            textParam(params, 'optimization_goal') ?? adset.optimization_goal,
          ),
        }
      : {}),
    ...(attribution ? { attribution_spec: attribution } : {}),
    ...copied(call),
    ...(labels ? { labels: labels.commit() } : {}),
    updated: world.now(),
  })
  return { success: true }
}

function changesFlight({ params }: GraphCall, budget: object): boolean {
  return isGiven(params, 'end_time') || isGiven(params, 'start_time') || hasBudget(budget)
}

function readName({ params }: GraphCall): string {
  const name = requiredText(params, 'name')
  if (name.length > 400) throw badParameter('Param name must be at most 400 characters long', 'name')
  return name
}

function findCampaign(call: GraphCall, account: Account): Campaign {
  return openCampaign(call, account, requiredText(call.params, 'campaign_id'))
}

/** A campaign of the account that takes new ad sets. */
export function openCampaign({ world }: GraphCall, account: Account, id: string): Campaign {
  const campaign = world.campaigns.get(id)
  if (campaign?.account_id !== account.account_id)
    throw badParameter(`Campaign ${id} does not exist in this ad account`, 'campaign_id')
  if (isGone(campaign))
    throw refusal(
      1487566,
      'Campaign is gone',
      'Ad sets cannot be added to a deleted or archived campaign.',
      'campaign_id',
    )
  return campaign
}

function readGoal({ params }: GraphCall, campaign: Campaign): string {
  const goal = enumParam(params, 'optimization_goal', optimizationGoals)
  if (!goal) throw missingParameter('optimization_goal')
  if (!goalsOfObjective[campaign.objective]?.has(goal))
    throw refusal(
      undefined,
      'Performance goal is not available',
      `${goal} cannot be used in a campaign with the objective ${campaign.objective}.`,
      'optimization_goal',
    )
  return goal
}

function refuseFixedFields({ world, params }: GraphCall, adset: AdSet): void {
  const campaignId = textParam(params, 'campaign_id')
  if (campaignId && campaignId !== adset.campaign_id)
    throw badParameter('An ad set cannot be moved to another campaign', 'campaign_id')
  const isPublished = world.ads.count('adset', adset.id) > 0
  const goal = enumParam(params, 'optimization_goal', optimizationGoals)
  const changes =
    (goal && goal !== adset.optimization_goal) ||
    (isGiven(params, 'promoted_object') &&
      JSON.stringify(jsonParam(params, 'promoted_object')) !== JSON.stringify(adset.promoted_object))
  if (changes && isPublished)
    throw refusal(
      3260011,
      'Conversion event is fixed',
      'The goal and conversion event of a published ad set cannot be changed.',
      goal ? 'optimization_goal' : 'promoted_object',
    )
}

function copied({ params }: GraphCall): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const field of textFields) if (isGiven(params, field)) result[field] = textParam(params, field)
  for (const field of numberFields) if (isGiven(params, field)) result[field] = Number(textParam(params, field))
  for (const field of jsonFields) if (isGiven(params, field)) result[field] = jsonParam(params, field)
  return result
}
