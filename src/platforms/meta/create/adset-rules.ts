import type { Issue } from '../../../errors.ts'
import type { AccountRef, AdSetRequest, CampaignWishes, ParentCampaign } from '../../contract/manage.ts'
import { checkScheduleLevel, checkSchedules } from './budget-schedule-rules.ts'
import { bidStrategies, checkName, isCapped, oneOf, usualStrategy } from './campaign.ts'
import { billingEvents, defaultGoal, documentedDestinations, optimizationGoals, isDestination } from './goal.ts'
import { checkAmounts, checkOneBudget } from '../manage/money.ts'
import { snakeKeys } from './targeting-location.ts'
import { specialIssues } from './special-categories.ts'
import { checkTargeting, placementFieldsIn, wireTargeting } from './targeting.ts'

const hour = 3_600_000

/** Everything that can be said about an ad set before anything is read or written. */
export function checkAdSet(account: AccountRef, request: AdSetRequest, now: Date): Issue[] {
  const { dailyBudget, lifetimeBudget, bidAmount, dailyMinSpendTarget, dailySpendCap } = request
  const { lifetimeMinSpendTarget, lifetimeSpendCap } = request
  const amounts = { dailyBudget, lifetimeBudget, bidAmount, dailyMinSpendTarget, dailySpendCap }
  return [
    ...checkName(request.name),
    ...oneOf('status', request.status, ['ACTIVE', 'PAUSED']),
    ...oneOf('billingEvent', request.billingEvent, billingEvents),
    ...oneOf('optimizationGoal', request.optimizationGoal, optimizationGoals),
    ...oneOf('bidStrategy', request.bidStrategy, bidStrategies),
    ...checkDestination(request),
    ...checkAmounts(account, { ...amounts, lifetimeMinSpendTarget, lifetimeSpendCap }),
    ...checkOneBudget(request),
    ...checkTimes(request, now),
    ...checkAttribution(request),
    ...checkPercentage(request),
    ...checkDsaTexts(request),
    ...checkIdentities(request),
    ...checkTargeting(request.targeting, request.location),
    ...checkSchedules(request, account, now),
  ]
}

function checkDestination({ destinationType }: AdSetRequest): Issue[] {
  if (destinationType === undefined || isDestination(destinationType)) return []
  return [{ path: 'destinationType', message: `must be one of ${documentedDestinations.join(', ')}` }]
}

/** An ad set with a budget runs at least this long. */
const shortestHours = 24
const maxDsaTextLength = 512

export function checkTimes(
  { startTime, endTime, ...budgets }: Pick<AdSetRequest, 'startTime' | 'endTime' | 'lifetimeBudget' | 'dailyBudget'>,
  now: Date,
): Issue[] {
  const path = 'endTime'
  if (!endTime) {
    return budgets.lifetimeBudget === undefined ? [] : [{ path, message: 'is required with a lifetimeBudget' }]
  }
  const start = startTime && startTime > now ? startTime : now
  if (endTime <= now) return [{ path, message: 'must be in the future' }]
  if (endTime <= start) return [{ path, message: 'must be later than startTime' }]
  const isShort = endTime.getTime() - start.getTime() < shortestHours * hour
  const budget = (['lifetimeBudget', 'dailyBudget'] as const).find((field) => budgets[field] !== undefined)
  const message = `must be at least ${shortestHours} hours after the start with a ${budget}`
  return budget && isShort ? [{ path, message }] : []
}

function checkAttribution({ attributionSpec = [] }: AdSetRequest): Issue[] {
  const types = ['CLICK_THROUGH', 'VIEW_THROUGH', 'ENGAGED_VIDEO_VIEW']
  return attributionSpec.flatMap(({ event_type: eventType, window_days: windowDays }, index) => {
    const windows = eventType === 'CLICK_THROUGH' ? [1, 7] : [1]
    const message = `must be ${windows.join(' or ')} for ${eventType}`
    return [
      ...oneOf(`attributionSpec.${index}.event_type`, eventType, types),
      ...(windows.includes(windowDays) ? [] : [{ path: `attributionSpec.${index}.window_days`, message }]),
    ]
  })
}

function checkPercentage({ existingCustomerBudgetPercentage: share }: AdSetRequest): Issue[] {
  if (share === undefined || (share >= 0 && share <= 100)) return []
  return [{ path: 'existingCustomerBudgetPercentage', message: 'must be from 0 to 100' }]
}

export function checkDsaTexts(request: Pick<AdSetRequest, 'dsaBeneficiary' | 'dsaPayor'>): Issue[] {
  return (['dsaBeneficiary', 'dsaPayor'] as const).flatMap((path) =>
    (request[path]?.length ?? 0) > maxDsaTextLength
      ? [{ path, message: `is longer than ${maxDsaTextLength} characters` }]
      : [],
  )
}

function checkIdentities({ regionalRegulationIdentities: identities = {} }: AdSetRequest): Issue[] {
  const isId = (value: unknown) =>
    (typeof value === 'string' && /^\d+$/.test(value)) || (typeof value === 'number' && Number.isSafeInteger(value))
  return Object.entries(identities).flatMap(([name, id]) =>
    isId(id)
      ? []
      : [{ path: `regionalRegulationIdentities.${name}`, message: 'must be the id of a verified identity' }],
  )
}

/** A cap is for the same time as the campaign's budget; any other budget of its own is none that the platform could hold. */
export function fitBudget(request: AdSetRequest, campaign: ParentCampaign): AdSetRequest {
  const { dailyBudget, lifetimeBudget, dailySpendCap, lifetimeSpendCap, ...rest } = request
  if (campaign.dailyBudget !== null && dailyBudget !== undefined && dailySpendCap === undefined)
    return { ...rest, lifetimeBudget, dailySpendCap: dailyBudget, lifetimeSpendCap }
  if (campaign.lifetimeBudget !== null && lifetimeBudget !== undefined && lifetimeSpendCap === undefined)
    return { ...rest, dailyBudget, dailySpendCap, lifetimeSpendCap: lifetimeBudget }
  return request
}

/** What the campaign has to say about an ad set in it. */
export function checkFit(request: AdSetRequest, campaign: ParentCampaign, wishes: CampaignWishes): Issue[] {
  return [
    ...checkBudgetLevel(request, campaign),
    ...checkBid(request, campaign, wishes),
    ...checkAutomation(request, wishes),
    ...checkPromoted(request, campaign),
    ...checkScheduleLevel(request, campaign),
    ...specialIssues(campaign, wireTargeting(request.targeting, request.location)),
  ]
}

function checkBudgetLevel({ dailyBudget, lifetimeBudget, endTime }: AdSetRequest, campaign: ParentCampaign): Issue[] {
  const hasOwn = (dailyBudget ?? lifetimeBudget) !== undefined
  const campaignHas = (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null
  const path = lifetimeBudget === undefined ? 'dailyBudget' : 'lifetimeBudget'
  if (campaignHas && hasOwn) {
    const kind = campaign.dailyBudget === null ? 'lifetime' : 'daily'
    const cap = `${kind}SpendCap`
    return [{ path, message: `the campaign holds a ${kind} budget: leave it out here, or say ${cap} alone` }]
  }
  if (!campaignHas && !hasOwn) return [{ path, message: 'is required: the campaign holds no budget' }]
  if (campaign.lifetimeBudget !== null && !endTime) {
    return [{ path: 'endTime', message: 'is required: the campaign has a lifetime budget' }]
  }
  return []
}

function checkBid(request: AdSetRequest, campaign: ParentCampaign, wishes: CampaignWishes): Issue[] {
  const strategy = request.bidStrategy ?? campaign.bidStrategy ?? usualStrategy
  if (isCapped(strategy) && (request.bidAmount ?? wishes.bidAmount) === undefined) {
    return [{ path: 'bidAmount', message: `is required with the bid strategy ${strategy}` }]
  }
  if (!isCapped(strategy) && request.bidAmount !== undefined) {
    return [{ path: 'bidAmount', message: `cannot be set with the bid strategy ${strategy}` }]
  }
  return []
}

function checkAutomation(request: AdSetRequest, { isAutomated }: CampaignWishes): Issue[] {
  if (!isAutomated) return []
  const share = 'existingCustomerBudgetPercentage'
  return [
    ...placementFieldsIn(request.targeting).map((field) => ({
      path: `targeting.${field}`,
      message: 'an automated campaign chooses placements itself: leave it out',
    })),
    ...(request[share] === undefined ? [] : [{ path: share, message: 'is not possible in an automated campaign' }]),
  ]
}

function checkPromoted(request: AdSetRequest, campaign: ParentCampaign): Issue[] {
  const goal = request.optimizationGoal ?? defaultGoal(campaign.objective, request)
  const promoted = snakeKeys(request.promotedObject ?? {})
  const missing = (field: string) => [{ path: `promotedObject.${field}`, message: `is required for ${goal}` }]
  if (goal === 'OFFSITE_CONVERSIONS' || goal === 'VALUE') {
    if (promoted.application_id || promoted.product_set_id) return []
    if (!promoted.pixel_id) return missing('pixel_id')
    return promoted.custom_event_type || promoted.custom_conversion_id ? [] : missing('custom_event_type')
  }
  if (goal === 'APP_INSTALLS') {
    if (!promoted.application_id) return missing('application_id')
    return promoted.object_store_url ? [] : missing('object_store_url')
  }
  const needsPage = ['LEAD_GENERATION', 'QUALITY_LEAD', 'PAGE_LIKES', 'CONVERSATIONS'].includes(goal)
  return needsPage && !promoted.page_id ? missing('page_id') : []
}
