import { hasBudget } from './budgets.ts'
import type { Budget } from './budgets.ts'
import type { GraphCall } from '../call.ts'
import { budgetOnBothLevels } from './campaigns.ts'
import { GraphError, badParameter, notOneOf, refusal } from '../errors.ts'
import type { Account, AdSet, Campaign } from './objects.ts'
import {
  enumParam,
  integerParam,
  isGiven,
  listParam,
  objectOf,
  objectParam,
  objectsOf,
  textListParam,
  textOf,
  textParam,
  timeParam,
} from '../graph/params.ts'
import { bidStrategies, regulatedCategories } from '../report/tables.ts'
import { targetsEurope } from './targeting.ts'

const day = 24 * 3600 * 1000

export function checkBudgetLevel(campaign: Campaign, budget: Budget): void {
  if (hasBudget(campaign) && hasBudget(budget)) throw budgetOnBothLevels()
  if (!hasBudget(campaign) && !hasBudget(budget))
    throw refusal(
      undefined,
      'Budget missing',
      'Set daily_budget or lifetime_budget on the ad set, or a budget on its campaign.',
      'daily_budget',
    )
}

/** Start and end; `end_time=0` means endless. */
export function readFlight(
  { world, params }: GraphCall,
  isLifetime: boolean,
  before?: AdSet,
): { start: number; end?: number } {
  const start = timeParam(params, 'start_time') ?? before?.start ?? world.now()
  const asked = timeParam(params, 'end_time')
  const end = asked === 0 ? undefined : (asked ?? before?.end)
  if (asked && asked <= world.now())
    throw refusal(1487033, 'End date must be in the future', 'Choose an end_time later than now.', 'end_time')
  if (end !== undefined && end <= start) throw badParameter('end_time must be later than start_time', 'end_time')
  if (isLifetime && end === undefined)
    throw refusal(undefined, 'End date missing', 'A lifetime budget needs an end_time.', 'end_time')
  if (isLifetime && end !== undefined && end - start < day)
    throw refusal(
      1487094,
      'Schedule is too short',
      'With a lifetime budget the ad set must run for more than 24 hours.',
      'end_time',
    )
  return { start, ...(end === undefined ? {} : { end }) }
}

/** A campaign with a budget has one for all its ad sets; elsewhere each says its own, or names a bid. */
export function readStrategy({ params }: GraphCall, campaign: Campaign): string {
  const given = enumParam(params, 'bid_strategy', bidStrategies) ?? campaign.bid_strategy
  if (given) return given
  if (hasBudget(campaign)) return 'LOWEST_COST_WITHOUT_CAP'
  if (isGiven(params, 'bid_amount')) return 'LOWEST_COST_WITH_BID_CAP'
  throw refusal(
    2490487,
    'Bid amount required',
    'You must provide a bid cap or target cost in the bid_amount field, or a bid_strategy that needs none.',
    'bid_amount',
  )
}

/** Which bids a strategy needs, and which it refuses. */
export function readBid({ params }: GraphCall, strategy: string, before?: AdSet): Record<string, unknown> {
  const amount = integerParam(params, 'bid_amount') ?? before?.bid_amount
  const constraints = objectParam(params, 'bid_constraints') ?? objectOf(before?.['bid_constraints'])
  if (amount !== undefined && amount < 1)
    throw badParameter('Param bid_amount must be a positive integer', 'bid_amount')
  const isCapped = strategy === 'COST_CAP' || strategy === 'LOWEST_COST_WITH_BID_CAP'
  if (isCapped && amount === undefined)
    throw refusal(2490487, 'Bid amount required', `${strategy} needs a bid_amount on the ad set.`, 'bid_amount')
  if (strategy === 'LOWEST_COST_WITH_MIN_ROAS' && constraints?.['roas_average_floor'] === undefined)
    throw refusal(
      2490487,
      'Bid constraints required',
      'LOWEST_COST_WITH_MIN_ROAS needs bid_constraints with a roas_average_floor.',
      'bid_constraints',
    )
  if (!isCapped && integerParam(params, 'bid_amount') !== undefined)
    throw refusal(1885204, 'Only automatic bidding', `bid_amount cannot be set with ${strategy}.`, 'bid_amount')
  return {
    ...(isCapped && amount !== undefined ? { bid_amount: amount } : {}),
    ...(constraints ? { bid_constraints: constraints } : {}),
  }
}

export function checkDsa(
  { params }: GraphCall,
  targeting: Record<string, unknown>,
  account: Account,
  before?: AdSet,
): void {
  if (!targetsEurope(targeting)) return
  if (!(textParam(params, 'dsa_payor') ?? before?.['dsa_payor'] ?? account['default_dsa_payor']))
    throw refusal(3858079, 'Payor missing', 'Ads shown in the European Union must name who pays for them.', 'dsa_payor')
  if (!(textParam(params, 'dsa_beneficiary') ?? before?.['dsa_beneficiary'] ?? account['default_dsa_beneficiary']))
    throw refusal(
      3858081,
      'Beneficiary missing',
      'Ads shown in the European Union must name who benefits from them.',
      'dsa_beneficiary',
    )
}

/** Conversions on a website allow 1 or 7 days after a click, with or without a day after a view; everything else only a day after a click. */
const identityName = /^[a-z]+(_[a-z]+)*_(beneficiary|payer)$/

/** Some countries want to know who stands behind an ad: rules by name, and the numbers of verified identities. */
export function checkRegulation({ params }: GraphCall): void {
  const categories = textListParam(params, 'regional_regulated_categories') ?? []
  if (categories.some((category) => !regulatedCategories.has(category)))
    throw notOneOf('regional_regulated_categories', regulatedCategories)
  for (const [name, id] of Object.entries(objectParam(params, 'regional_regulation_identities') ?? {})) {
    if (!identityName.test(name) || !/^\d+$/.test(textOf(id) ?? ''))
      throw badParameter(`${name} must be the id of a verified identity`, 'regional_regulation_identities', name)
  }
}

export function readAttribution(
  { params }: GraphCall,
  objective: string,
  goal: string,
): Record<string, unknown>[] | undefined {
  const given = listParam(params, 'attribution_spec')
  if (!given) return undefined
  const windows = objectsOf(given).map((entry) => `${textOf(entry['event_type'])} ${textOf(entry['window_days'])}`)
  const extras = new Set(['VIEW_THROUGH 1', 'ENGAGED_VIDEO_VIEW 1'])
  const clicks = windows.filter((window) => !extras.has(window))
  const isConversion = goal === 'OFFSITE_CONVERSIONS' || goal === 'VALUE'
  const isWide =
    (isConversion &&
      (objective === 'OUTCOME_SALES' || objective === 'OUTCOME_LEADS' || objective === 'OUTCOME_ENGAGEMENT')) ||
    goal === 'APP_INSTALLS'
  const allowedClicks = isConversion && isWide ? ['CLICK_THROUGH 1', 'CLICK_THROUGH 7'] : ['CLICK_THROUGH 1']
  const isRight =
    windows.length === given.length &&
    clicks.length === 1 &&
    allowedClicks.includes(clicks[0] ?? '') &&
    (isWide || windows.length === 1)
  if (!isRight)
    throw refusal(
      1885501,
      'Attribution window not allowed',
      `This attribution_spec cannot be used with ${goal}.`,
      'attribution_spec',
    )
  return objectsOf(given)
}

export function readPromotedObject(
  call: GraphCall,
  account: Account,
  goal: string,
): Record<string, unknown> | undefined {
  const object = objectParam(call.params, 'promoted_object')
  const pixel = textOf(object?.['pixel_id'])
  const page = textOf(object?.['page_id'])
  const app = textOf(object?.['application_id'])
  if (pixel && call.world.pixels.get(pixel)?.account_id !== account.account_id)
    throw refusal(
      undefined,
      'Pixel not found',
      `Pixel ${pixel} does not belong to this ad account.`,
      'promoted_object',
      'pixel_id',
    )
  if (page && call.world.pages.get(page)?.tenant !== account.tenant)
    throw refusal(
      1487202,
      'No permission for the Page',
      `You may not advertise for Page ${page}.`,
      'promoted_object',
      'page_id',
    )
  const hasEvent = pixel && (textOf(object?.['custom_event_type']) ?? textOf(object?.['custom_conversion_id']))
  if ((goal === 'OFFSITE_CONVERSIONS' || goal === 'VALUE') && !hasEvent && !app && !object?.['product_set_id'])
    throw missingPromoted(goal, 'pixel_id and custom_event_type')
  if (goal.startsWith('APP_INSTALLS') && !(app && object?.['object_store_url']))
    throw missingPromoted(goal, 'application_id and object_store_url')
  if (['LEAD_GENERATION', 'QUALITY_LEAD', 'PAGE_LIKES'].includes(goal) && !page) throw missingPromoted(goal, 'page_id')
  return object
}

function missingPromoted(goal: string, what: string) {
  return refusal(
    undefined,
    'Promoted object missing',
    `${goal} needs a promoted_object with ${what}.`,
    'promoted_object',
  )
}

/** The budget of an ad set may be changed four times an hour. */
export function countBudgetEdit({ world }: GraphCall, adset: AdSet): number[] {
  const recent = (adset.budget_edits ?? []).filter((time) => time > world.now() - 3600 * 1000)
  if (recent.length >= 4)
    throw new GraphError({
      code: 613,
      subcode: 1487632,
      message: '(#613) Calls to this api have exceeded the rate limit.',
      title: 'Budget changed too often',
      userMessage: 'The budget of an ad set can be changed four times an hour.',
    })
  return [...recent, world.now()]
}
