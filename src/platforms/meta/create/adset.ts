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
import { isCapped, usualStrategy } from './campaign.ts'
import { defaultDestination, defaultGoal, sentDestination } from './goal.ts'
import { findByLabel, labelFor, validateOnly } from './label.ts'
import { optionalMinor, toMinor } from '../manage/money.ts'
import { nodeId } from '../map.ts'
import { seek } from '../seek.ts'
import { isObject, snakeKeys } from './targeting-location.ts'
import { audienceFallback, decideAudience } from './audience.ts'
import type { AudienceChoice } from './audience.ts'
import { wireTargeting } from './targeting.ts'
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

interface NewAdSet {
  request: AdSetRequest
  campaign: ParentCampaign
  wishes: CampaignWishes
  /** The platform's word for the destination of ad sets for calls, where it is sent. */
  callDestination: string | null
}

function adSetParams(account: AccountRef, { request, campaign, wishes, callDestination }: NewAdSet): Params {
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
    bid_strategy: campaignHasBudget ? undefined : (request.bidStrategy ?? usualStrategy),
    bid_amount: optionalMinor(bid, account),
    destination_type: request.destinationType
      ? sentDestination(request.destinationType, callDestination)
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

export function createAdSet(graph: Graph, account: AccountRef, wanted: NewAdSet, mark: string): PlannedWrite {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const audience = firstAudience(wanted.request, wanted.wishes)
  const params = { ...adSetParams(account, wanted), targeting: audience.targeting }
  const path = `${node}/adsets`
  return {
    asks: params,
    maxRequests: maxTries,
    async send(sendBefore) {
      const labelled = { adlabels: [{ name: labelFor(mark) }], fields: summaryFields }
      const { answer, fallback } = await withFallbacks(params, (attempt) =>
        graph.post(SummaryWire, path, { ...attempt, ...labelled }, { ...options, sendBefore }),
      )
      const applied = fallback ?? audience.name
      return { ...answer, ...(applied ? { fallbackApplied: applied } : {}) } satisfies StepResult
    },
    async validate() {
      await withFallbacks(params, (attempt) => graph.post(z.unknown(), path, { ...attempt, ...validateOnly }, options))
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

interface FirstAudience {
  targeting: Spec
  /** What was chosen for the caller; null: nothing. */
  name: AudienceChoice['name'] | null
}

/** An automated campaign is one whose ad sets leave the audience to the platform; the caller's own word wins. */
function firstAudience(request: AdSetRequest, { isAutomated }: CampaignWishes): FirstAudience {
  const targeting = wireTargeting(request.targeting, request.location)
  if (isAutomated && !isObject(targeting.targeting_automation))
    return { targeting: { ...targeting, targeting_automation: { advantage_audience: 1 } }, name: null }
  return decideAudience(targeting) ?? { targeting, name: null }
}

/** What was asked for, and what comes near it: a word on bids, and on the automated audience off. */
const maxTries = 4

interface Fallback {
  name: AudienceChoice['name'] | 'lowest_cost'
  params: AdSetParams
}

type AdSetParams = Params & { targeting: Params }

/**
 * Sends the ad set as it is, and again with what the platform insists on: a bid strategy, the automated audience off. A
 * refusal made nothing, so the second try cannot make a second ad set.
 */
async function withFallbacks<T>(
  first: AdSetParams,
  post: (params: Params) => Promise<T>,
): Promise<{ answer: T; fallback: Fallback['name'] | null }> {
  let params = first
  let fallback: Fallback['name'] | null = null
  for (let attempt = 1; ; attempt++) {
    try {
      return { answer: await post(params), fallback }
    } catch (error) {
      const subcode = error instanceof PlatformError && error.kind === 'rejected' ? error.failure.subcode : undefined
      const next = attempt < maxTries ? fallbackAfter(params, subcode) : null
      if (!next) throw error
      params = next.params
      fallback = next.name
    }
  }
}

/** The platform misses a bid, or a word that it may bid as it likes. */
const bidMissing = 2490487

function fallbackAfter(params: AdSetParams, subcode: number | string | undefined): Fallback | null {
  if (Number(subcode) === bidMissing) {
    const isOpen = params.bid_strategy === undefined && params.bid_amount === undefined
    return isOpen ? { name: 'lowest_cost', params: { ...params, bid_strategy: usualStrategy } } : null
  }
  const audience = audienceFallback(params.targeting, subcode)
  return audience && { name: audience.name, params: { ...params, targeting: audience.targeting } }
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
