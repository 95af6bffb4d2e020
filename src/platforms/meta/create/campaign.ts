import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { AccountRef, CampaignRequest, ParentCampaign, PlannedWrite } from '../../contract/manage.ts'
import type { Graph, Params } from '../client.ts'
import { isCountry } from '../../kit/countries.ts'
import { findByLabel, labelFor, validateOnly } from './label.ts'
import { checkAmounts, checkOneBudget, optionalMinor } from '../manage/money.ts'
import { readInAccount } from '../manage/read.ts'
import { budgetFromMinor, nodeId } from '../map.ts'
import { categories, olderCategories, specialFields, specialOf, SpecialWire } from './special-categories.ts'
import { snakeKeys } from './targeting-location.ts'

export const objectives = [
  'OUTCOME_TRAFFIC',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_AWARENESS',
  'OUTCOME_SALES',
  'OUTCOME_APP_PROMOTION',
]
export const bidStrategies = [
  'LOWEST_COST_WITHOUT_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
]
/** As much as the budget buys. Said explicitly: without a word the platform asks for a bid. */
export const usualStrategy = 'LOWEST_COST_WITHOUT_CAP'
const cappedStrategies = ['COST_CAP', 'LOWEST_COST_WITH_BID_CAP']
/** Only these can become automated campaigns. */
const automatable = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION', 'OUTCOME_LEADS']
const maxNameLength = 400

export function isCapped(strategy: string | null | undefined): boolean {
  return cappedStrategies.includes(strategy ?? '')
}

export function oneOf(path: string, value: string | undefined, allowed: Iterable<string>): Issue[] {
  const list = [...allowed]
  return value === undefined || list.includes(value) ? [] : [{ path, message: `must be one of ${list.join(', ')}` }]
}

export function checkName(name: string | undefined): Issue[] {
  if (name === undefined || name.length <= maxNameLength) return []
  return [{ path: 'name', message: `is longer than ${maxNameLength} characters` }]
}

export function checkCampaign(account: AccountRef, request: CampaignRequest): Issue[] {
  const { dailyBudget, lifetimeBudget, campaignBidAmount, campaignSpendCap } = request
  const amounts = { dailyBudget, lifetimeBudget, campaignBidAmount, campaignSpendCap }
  return [
    ...checkName(request.name),
    ...oneOf('objective', request.objective, objectives),
    ...oneOf('status', request.status, ['ACTIVE', 'PAUSED']),
    ...oneOf('buyingType', request.buyingType, ['AUCTION', 'RESERVED']),
    ...oneOf('bidStrategy', request.bidStrategy, bidStrategies),
    ...checkSpecial(request),
    ...checkAmounts(account, amounts),
    ...checkOneBudget(request),
    ...checkBudgetPlan(request),
    ...checkBid(request),
    ...checkPromotion(request),
  ]
}

function checkSpecial({ specialAdCategories = [], specialAdCategoryCountry = [] }: CampaignRequest): Issue[] {
  const issues = specialAdCategories.flatMap((category, index) =>
    category in olderCategories ? [] : oneOf(`specialAdCategories.${index}`, category, categories),
  )
  for (const [index, country] of specialAdCategoryCountry.entries()) {
    if (isCountry(country.toUpperCase())) continue
    issues.push({ path: `specialAdCategoryCountry.${index}`, message: 'must be a country code of two letters' })
  }
  return issues
}

function checkBudgetPlan(request: CampaignRequest): Issue[] {
  const { dailyBudget, lifetimeBudget, campaignBudgetOptimization, campaignBudgetType, objective } = request
  const hasBudget = (dailyBudget ?? lifetimeBudget) !== undefined
  const issues: Issue[] = []
  if (campaignBudgetOptimization === false && hasBudget) {
    const message = 'is false, so the budget belongs on the ad sets: leave it out here'
    issues.push({ path: 'campaignBudgetOptimization', message })
  }
  if (campaignBudgetOptimization === true && !hasBudget) {
    issues.push({ path: 'dailyBudget', message: 'campaignBudgetOptimization needs dailyBudget or lifetimeBudget' })
  }
  const kind = campaignBudgetType?.toLowerCase()
  issues.push(...oneOf('campaignBudgetType', kind, ['daily', 'lifetime']))
  if (kind === 'daily' && dailyBudget === undefined && hasBudget) {
    issues.push({ path: 'campaignBudgetType', message: 'is daily, but the budget is a lifetimeBudget' })
  }
  if (kind === 'lifetime' && lifetimeBudget === undefined && hasBudget) {
    issues.push({ path: 'campaignBudgetType', message: 'is lifetime, but the budget is a dailyBudget' })
  }
  if (request.isAutomatedCampaign) {
    if (!hasBudget) issues.push({ path: 'dailyBudget', message: 'an automated campaign needs a budget of its own' })
    if (objectives.includes(objective) && !automatable.includes(objective)) {
      issues.push({ path: 'isAutomatedCampaign', message: `needs one of the objectives ${automatable.join(', ')}` })
    }
  }
  return issues
}

function checkBid({ bidStrategy, campaignBidAmount, dailyBudget, lifetimeBudget }: CampaignRequest): Issue[] {
  const hasBudget = (dailyBudget ?? lifetimeBudget) !== undefined
  const issues: Issue[] = []
  if (bidStrategy && bidStrategy !== usualStrategy && !hasBudget) {
    issues.push({ path: 'bidStrategy', message: 'needs a campaign budget; without one it belongs on the ad sets' })
  }
  if (campaignBidAmount !== undefined && !isCapped(bidStrategy)) {
    issues.push({ path: 'campaignBidAmount', message: `needs the bidStrategy ${cappedStrategies.join(' or ')}` })
  }
  return issues
}

function checkPromotion({ isAppNetworkAttribution, objective, promotedObject }: CampaignRequest): Issue[] {
  if (!isAppNetworkAttribution) return []
  const promoted = snakeKeys(promotedObject ?? {})
  const issues: Issue[] = []
  if (objective !== 'OUTCOME_APP_PROMOTION') {
    issues.push({ path: 'isAppNetworkAttribution', message: 'needs the objective OUTCOME_APP_PROMOTION' })
  }
  for (const field of ['application_id', 'object_store_url']) {
    if (!promoted[field]) issues.push({ path: `promotedObject.${field}`, message: 'is required for app attribution' })
  }
  return issues
}

const summaryFields = 'id,name,objective,status,buying_type'

const SummaryWire = z.object({
  id: z.string(),
  name: z.string(),
  objective: z.string().optional(),
  status: z.string(),
  buying_type: z.string().optional(),
})

function resultOf({ id, name, objective, status, buying_type }: z.output<typeof SummaryWire>): StepResult {
  return { id, name, objective: objective ?? null, status, buying_type: buying_type ?? null }
}

function campaignParams(account: AccountRef, request: CampaignRequest): Params {
  const daily = optionalMinor(request.dailyBudget, account)
  const lifetime = optionalMinor(request.lifetimeBudget, account)
  const hasBudget = (daily ?? lifetime) !== undefined
  return {
    name: request.name,
    objective: request.objective,
    status: request.status ?? 'PAUSED',
    buying_type: request.buyingType,
    special_ad_categories: request.specialAdCategories ?? [],
    special_ad_category_country: request.specialAdCategoryCountry?.map((country) => country.toUpperCase()),
    daily_budget: daily,
    lifetime_budget: lifetime,
    bid_strategy: hasBudget ? (request.bidStrategy ?? usualStrategy) : undefined,
    // Without a budget of its own, the platform wants to hear whether ad sets share theirs.
    is_adset_budget_sharing_enabled: hasBudget ? undefined : false,
    spend_cap: optionalMinor(request.campaignSpendCap, account),
    is_skadnetwork_attribution: request.isAppNetworkAttribution,
    promoted_object: request.promotedObject && snakeKeys(request.promotedObject),
  }
}

export function createCampaign(
  graph: Graph,
  account: AccountRef,
  request: CampaignRequest,
  mark: string,
): PlannedWrite {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const params = campaignParams(account, request)
  // Only ad sets can hold a bid; it is kept with the write, for the ad sets to come.
  const wishes = {
    ...(request.campaignBidAmount === undefined ? {} : { bidAmount: request.campaignBidAmount }),
    ...(request.isAutomatedCampaign ? { isAutomated: true } : {}),
  }
  return {
    asks: params,
    async send(sendBefore) {
      const labelled = { ...params, adlabels: [{ name: labelFor(mark) }], fields: summaryFields }
      const campaign = await graph.post(SummaryWire, `${node}/campaigns`, labelled, { ...options, sendBefore })
      return { ...resultOf(campaign), ...wishes }
    },
    async validate() {
      await graph.post(z.unknown(), `${node}/campaigns`, { ...params, ...validateOnly }, options)
    },
    readBack: {
      kind: 'find',
      find: () =>
        findByLabel(graph, {
          account: node,
          edge: 'campaignsbylabels',
          mark,
          schema: SummaryWire,
          params: { fields: summaryFields },
          options,
          resultOf: (campaign) => ({ ...resultOf(campaign), ...wishes }),
        }),
    },
  }
}

const ParentWire = z.object({
  id: z.string(),
  account_id: z.string(),
  objective: z.string(),
  bid_strategy: z.string().optional(),
  daily_budget: z.string().optional(),
  lifetime_budget: z.string().optional(),
  ...SpecialWire,
})

export async function readCampaign(
  graph: Graph,
  account: AccountRef,
  campaignId: string,
): Promise<ParentCampaign | null> {
  const fields = `id,account_id,objective,bid_strategy,daily_budget,lifetime_budget,${specialFields}`
  const found = await readInAccount(graph, ParentWire, account, { id: campaignId, fields })
  return (
    found && {
      id: found.id,
      objective: found.objective,
      bidStrategy: found.bid_strategy ?? null,
      dailyBudget: budgetFromMinor(found.daily_budget, account.currency),
      lifetimeBudget: budgetFromMinor(found.lifetime_budget, account.currency),
      ...specialOf(found),
    }
  )
}
