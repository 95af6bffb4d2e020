import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type {
  AccountRef,
  AdSetRequest,
  BudgetSchedule,
  CampaignWishes,
  ParentCampaign,
  PlannedWrite,
  Spec,
} from '../../contract/manage.ts'
import type { Graph, Params } from '../client.ts'
import { isCapped } from './campaign.ts'
import { defaultDestination, defaultGoal, wireDestination } from './goal.ts'
import { findByLabel, labelFor, validateOnly } from './label.ts'
import { optionalMinor, toMinor } from '../manage/money.ts'
import { nodeId } from '../map.ts'
import { seek } from '../seek.ts'
import { isObject, snakeKeys } from './targeting-location.ts'
import { audienceFallback, wireTargeting } from './targeting.ts'
import type { AudienceFallback } from './targeting.ts'
import { CreatedWire } from '../wire.ts'

const summaryFields = 'id,name,campaign_id,status,optimization_goal'

const SummaryWire = z.object({
  id: z.string(),
  name: z.string(),
  campaign_id: z.string(),
  status: z.string(),
  optimization_goal: z.string(),
})

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function adSetParams(
  account: AccountRef,
  request: AdSetRequest,
  campaign: ParentCampaign,
  wishes: CampaignWishes,
): Params {
  const goal = request.optimizationGoal ?? defaultGoal(campaign.objective, request)
  const strategy = request.bidStrategy ?? campaign.bidStrategy
  const campaignHasBudget = (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null
  const bid = request.bidAmount ?? (isCapped(strategy) ? wishes.bidAmount : undefined)
  return {
    name: request.name,
    campaign_id: campaign.id,
    status: request.status ?? 'PAUSED',
    daily_budget: optionalMinor(request.dailyBudget, account),
    lifetime_budget: optionalMinor(request.lifetimeBudget, account),
    billing_event: request.billingEvent ?? 'IMPRESSIONS',
    optimization_goal: goal,
    // A campaign with a budget decides the strategy for all its ad sets.
    bid_strategy: campaignHasBudget ? undefined : request.bidStrategy,
    bid_amount: optionalMinor(bid, account),
    destination_type: request.destinationType
      ? wireDestination(request.destinationType)
      : request.optimizationGoal === undefined
        ? defaultDestination(goal)
        : undefined,
    promoted_object: request.promotedObject && snakeKeys(request.promotedObject),
    attribution_spec: request.attributionSpec,
    start_time: request.startTime && unixSeconds(request.startTime),
    end_time: request.endTime && unixSeconds(request.endTime),
    pacing_type: request.pacingType,
    existing_customer_budget_percentage: request.existingCustomerBudgetPercentage,
    placement_soft_opt_out: request.placementSoftOptOut,
    dsa_beneficiary: request.dsaBeneficiary,
    dsa_payor: request.dsaPayor,
    regional_regulated_categories: request.regionalRegulatedCategories,
    regional_regulation_identities:
      request.regionalRegulationIdentities && textValues(snakeKeys(request.regionalRegulationIdentities)),
    value_rule_set_id: request.valueRuleSetId,
    value_rules_applied: request.valueRulesApplied,
    daily_min_spend_target: optionalMinor(request.dailyMinSpendTarget, account),
    daily_spend_cap: optionalMinor(request.dailySpendCap, account),
    lifetime_min_spend_target: optionalMinor(request.lifetimeMinSpendTarget, account),
    lifetime_spend_cap: optionalMinor(request.lifetimeSpendCap, account),
  }
}

/** Ids are text on the wire; callers may send numbers. */
function textValues(ids: Spec): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))
}

export function createAdSet(
  graph: Graph,
  account: AccountRef,
  { request, campaign, wishes }: { request: AdSetRequest; campaign: ParentCampaign; wishes: CampaignWishes },
  mark: string,
): PlannedWrite {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const params = adSetParams(account, request, campaign, wishes)
  const targeting = firstTargeting(request, wishes)
  const path = `${node}/adsets`
  return {
    asks: { ...params, targeting },
    maxRequests: mostAudiences,
    async send(sendBefore) {
      const labelled = { adlabels: [{ name: labelFor(mark) }], fields: summaryFields }
      const { answer, fallback } = await withFallbacks(targeting, (attempt) =>
        graph.post(SummaryWire, path, { ...params, targeting: attempt, ...labelled }, { ...options, sendBefore }),
      )
      return { ...answer, ...(fallback ? { fallbackApplied: fallback } : {}) } satisfies StepResult
    },
    async validate() {
      await withFallbacks(targeting, (attempt) =>
        graph.post(z.unknown(), path, { ...params, targeting: attempt, ...validateOnly }, options),
      )
    },
    readBack: {
      kind: 'find',
      find: () =>
        findByLabel(graph, {
          account: node,
          edge: 'adsetsbylabels',
          mark,
          schema: SummaryWire,
          params: { fields: summaryFields },
          options,
          resultOf: (adSet) => ({ ...adSet }),
        }),
    },
  }
}

/** An automated campaign is one whose ad sets leave the audience to the platform; the caller's own word wins. */
function firstTargeting(request: AdSetRequest, { isAutomated }: CampaignWishes): Params {
  const targeting = wireTargeting(request.targeting, request.location)
  if (!isAutomated || isObject(targeting.targeting_automation)) return targeting
  return { ...targeting, targeting_automation: { advantage_audience: 1 } }
}

/** How many audiences are tried at most: the one asked for, and what comes near it. */
const mostAudiences = 3

/**
 * Sends the targeting as it is, and again with the automated audience on or off when the platform insists. A refusal
 * made nothing, so the second try cannot make a second ad set.
 */
async function withFallbacks<T>(
  first: Params,
  post: (targeting: Params) => Promise<T>,
): Promise<{ answer: T; fallback: AudienceFallback['name'] | null }> {
  let targeting = first
  let fallback: AudienceFallback['name'] | null = null
  for (let attempt = 1; ; attempt++) {
    try {
      return { answer: await post(targeting), fallback }
    } catch (error) {
      const subcode = error instanceof PlatformError && error.kind === 'rejected' ? error.failure.subcode : undefined
      const next = attempt < mostAudiences ? audienceFallback(targeting, subcode) : null
      if (!next) throw error
      targeting = next.targeting
      fallback = next.name
    }
  }
}

/** A second identical period for the same ad set is refused or changes nothing, so a look at the list decides. */
export function addBudgetSchedule(
  graph: Graph,
  account: AccountRef,
  adSetId: string,
  schedule: BudgetSchedule,
): PlannedWrite {
  const options = { accountId: nodeId(account.id) }
  const isAmount = schedule.budgetValueType === 'ABSOLUTE'
  const params = {
    budget_value: isAmount ? toMinor(schedule.budgetValue, account) : schedule.budgetValue,
    budget_value_type: schedule.budgetValueType,
    time_start: unixSeconds(schedule.timeStart),
    time_end: unixSeconds(schedule.timeEnd),
  }
  const path = `${adSetId}/budget_schedules`
  return {
    asks: params,
    send: (sendBefore) => graph.post(CreatedWire, path, params, { ...options, sendBefore }),
    readBack: {
      kind: 'find',
      async find() {
        const periods = { schema: PeriodWire, path, params: { fields: 'id,time_start,time_end' }, options }
        const mine = await seek(
          graph,
          periods,
          (period) =>
            secondsOf(period.time_start) === params.time_start && secondsOf(period.time_end) === params.time_end,
        )
        return typeof mine === 'string' ? mine : { found: { id: mine.id } }
      },
    },
  }
}

const PeriodWire = z.object({
  id: z.string(),
  time_start: z.union([z.string(), z.number()]),
  time_end: z.union([z.string(), z.number()]),
})

function secondsOf(time: string | number): number {
  return /^\d+$/.test(String(time)) ? Number(time) : Date.parse(String(time)) / 1000
}
