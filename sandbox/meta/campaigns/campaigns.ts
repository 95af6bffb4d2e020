import { readInlineSchedules, storeSchedules } from './budget-schedules.ts'
import { hasBudget, readBudget } from './budgets.ts'
import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { downgraded } from '../downgrade.ts'
import { badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { newTreeId } from '../world.ts'
import { readLabels } from '../graph/labels.ts'
import { currencyOf } from './money.ts'
import type { Account, Campaign, Status } from './objects.ts'
import {
  booleanParam,
  enumParam,
  integerParam,
  isGiven,
  isValidateOnly,
  jsonParam,
  requiredText,
  textListParam,
  textParam,
} from '../graph/params.ts'
import {
  bidStrategies,
  buyingTypes,
  countries,
  creatableStatuses,
  editableStatuses,
  legacyObjectives,
  objectives,
  specialAdCategories,
} from '../report/tables.ts'

const copiedFields = [
  'promoted_object',
  'pacing_type',
  'source_campaign_id',
  'topline_id',
  'is_skadnetwork_attribution',
  'is_budget_schedule_enabled',
]
const jsonFields = new Set([
  'promoted_object',
  'pacing_type',
  'is_skadnetwork_attribution',
  'is_budget_schedule_enabled',
])
const accountCap = 5000
const noSpendCap = 922337203685478

export function createCampaign(call: GraphCall, account: Account): Created | { success: true } {
  const { world, params } = call
  const name = requiredText(params, 'name')
  const objective = readObjective(call)
  const special = readSpecial(call)
  const status = enumParam(params, 'status', creatableStatuses) ?? 'PAUSED'
  refuseDeadKinds(call)
  const budget = readBudget(params, account)
  const sharing = booleanParam(params, 'is_adset_budget_sharing_enabled')
  if (!hasBudget(budget) && sharing === undefined)
    throw refusal(
      4834011,
      'Budget sharing must be chosen',
      'A campaign without a budget of its own must set is_adset_budget_sharing_enabled to true or false.',
      'is_adset_budget_sharing_enabled',
    )
  const bidStrategy = readBidStrategy(call, hasBudget(budget))
  const spendCap = readSpendCap(call, account)
  const labels = readLabels(call, account)
  const periods = readInlineSchedules(call, { ...budget, id: '', objective } as Campaign)
  if (world.campaigns.count('live in account', account.account_id) >= accountCap) throw tooMany('campaigns')
  if (isValidateOnly(params) && !world.settings().ignoresDryRun) return { success: true }

  const id = newTreeId(world)
  const now = world.now()
  const campaign: Campaign = {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    name,
    objective,
    status: status as Status,
    ...special,
    buying_type: enumParam(params, 'buying_type', buyingTypes) ?? 'AUCTION',
    ...budget,
    ...(hasBudget(budget)
      ? { bid_strategy: bidStrategy ?? 'LOWEST_COST_WITHOUT_CAP' }
      : { is_adset_budget_sharing_enabled: sharing }),
    ...(spendCap === undefined ? {} : { spend_cap: spendCap }),
    ...copied(call),
    labels: labels?.commit() ?? [],
  }
  storeSchedules(world, account, id, periods)
  return new Created('Campaign', world.campaigns.put(id, downgraded(campaign, call.request.effects.downgradeFields)))
}

export function updateCampaign(call: GraphCall, campaign: Campaign, account: Account): object {
  const { world, params } = call
  const status = enumParam(params, 'status', editableStatuses)
  if (campaign.status === 'DELETED' && onlyNameAllowed(call))
    throw refusal(1487566, 'Campaign was deleted', 'Only the name of a deleted campaign can be changed.')
  if (campaign.status === 'ARCHIVED' && onlyNameAllowed(call, 'DELETED'))
    throw refusal(1487566, 'Campaign is archived', 'Only the name of an archived campaign can be changed.')
  const hasAdSets = world.adsets.count('campaign', campaign.id) > 0
  if (isGiven(params, 'objective') && hasAdSets && readObjective(call) !== campaign.objective)
    throw badParameter('The objective of a campaign with ad sets cannot be changed', 'objective')
  refuseDeadKinds(call)
  const budget = readBudget(params, account)
  if (hasBudget(budget) && !hasBudget(campaign) && world.adsets.lookup('campaign', campaign.id).some(hasBudget))
    throw budgetOnBothLevels()
  const bidStrategy = readBidStrategy(call, hasBudget(budget) || hasBudget(campaign))
  const spendCap = readSpendCap(call, account)
  const labels = readLabels(call, account)
  const periods = readInlineSchedules(call, { ...campaign, ...budget })
  const special = readSpecial(call, campaign)
  if (isValidateOnly(params)) return { success: true }
  storeSchedules(world, account, campaign.id, periods)
  world.campaigns.put(campaign.id, {
    ...campaign,
    ...(isGiven(params, 'name') ? { name: requiredText(params, 'name') } : {}),
    ...(status ? { status: status as Status } : {}),
    ...(hasBudget(budget) ? { daily_budget: undefined, lifetime_budget: undefined, ...budget } : {}),
    ...(bidStrategy ? { bid_strategy: bidStrategy } : {}),
    ...(spendCap === undefined ? {} : { spend_cap: spendCap }),
    ...special,
    ...copied(call),
    ...(labels ? { labels: labels.commit() } : {}),
    updated: world.now(),
  })
  return { success: true }
}

/** True when the call would change more than the name (and, if given, set one status). */
export function onlyNameAllowed({ params }: GraphCall, allowedStatus?: string): boolean {
  const ignored = new Set(['name', 'access_token', 'appsecret_proof', 'id', 'fields', 'locale', 'pretty', 'debug'])
  return Object.keys(params).some((key) => !ignored.has(key) && !(key === 'status' && params[key] === allowedStatus))
}

export function tooMany(what: string) {
  return refusal(
    1487809,
    'Too many objects',
    `This account has reached its limit of ${what}. Delete or archive some first.`,
  )
}

export function budgetOnBothLevels() {
  return refusal(
    1885621,
    'Budget on both levels',
    'A budget can be set on the campaign or on its ad sets, not on both.',
    'daily_budget',
  )
}

function readObjective({ params }: GraphCall): string {
  const objective = requiredText(params, 'objective')
  if (legacyObjectives.has(objective))
    throw badParameter(`Objective ${objective} can no longer be used for new campaigns`, 'objective')
  if (!objectives.has(objective)) throw notOneOf('objective', objectives)
  return objective
}

type Special = Pick<Campaign, 'special_ad_categories' | 'special_ad_category_country'>

/** Categories are special in some countries, so a campaign that has one names them. */
export function readSpecial({ params }: Pick<GraphCall, 'params'>, before?: Special): Special {
  const given = textListParam(params, 'special_ad_categories') ?? before?.special_ad_categories
  if (!given) throw missingParameter('special_ad_categories')
  if (given.some((category) => !specialAdCategories.has(category)))
    throw notOneOf('special_ad_categories', specialAdCategories)
  const categories = given.filter((category) => category !== 'NONE')
  // Campaigns that were made with the old name keep it.
  if (categories.includes('CREDIT') && !before?.special_ad_categories.includes('CREDIT'))
    throw badParameter('CREDIT has been replaced by FINANCIAL_PRODUCTS_SERVICES', 'special_ad_categories')
  const where = textListParam(params, 'special_ad_category_country') ?? before?.special_ad_category_country ?? []
  if (where.some((country) => !countries.has(country))) throw notOneOf('special_ad_category_country', countries)
  if (categories.length > 0 && where.length === 0) throw missingParameter('special_ad_category_country')
  return { special_ad_categories: categories, special_ad_category_country: where }
}

function refuseDeadKinds({ params }: GraphCall): void {
  const kind = textParam(params, 'smart_promotion_type')
  if (kind && kind !== 'GUIDED_CREATION')
    throw badParameter(
      `Campaigns of smart_promotion_type ${kind} can no longer be created or edited`,
      'smart_promotion_type',
    )
}

function readBidStrategy({ params }: GraphCall, hasCampaignBudget: boolean): string | undefined {
  const strategy = enumParam(params, 'bid_strategy', bidStrategies)
  if (strategy && !hasCampaignBudget)
    throw badParameter('bid_strategy needs a campaign budget; without one it belongs on the ad set', 'bid_strategy')
  return strategy
}

/** The smallest cap is about 100 whole units; a huge number removes the cap. */
function readSpendCap({ params }: GraphCall, account: Account): number | null | undefined {
  const cap = integerParam(params, 'spend_cap')
  if (cap === noSpendCap) return null
  const smallest = currencyOf(account.currency).minDaily * 100
  if (cap !== undefined && cap < smallest)
    throw refusal(2446307, 'Spend cap is too low', `The spend cap must be at least ${smallest}.`, 'spend_cap')
  return cap
}

function copied({ params }: GraphCall): Record<string, unknown> {
  const given = copiedFields.filter((field) => isGiven(params, field))
  return Object.fromEntries(
    given.map((field) => [field, jsonFields.has(field) ? jsonParam(params, field) : params[field]]),
  )
}
