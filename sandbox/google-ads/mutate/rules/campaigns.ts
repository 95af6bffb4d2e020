import { badJson } from '../../errors.ts'
import { textOf } from '../../objects/objects.ts'
import type { Entity, Fields } from '../../objects/objects.ts'
import { biddings, stamp } from '../../objects/show.ts'
import { momentOf } from '../../report/timeline.ts'
import { checkStatus, checkText, fail, firstStatus, linked, required } from '../step.ts'
import type { Step } from '../step.ts'
import type { NewEntity, Rules } from './rules.ts'

const maxLetters = 255

function checkName(step: Step, given: Fields, own?: string): void {
  const { world, customer } = step.draft
  const name = checkText(step, given, 'name', maxLetters)
  if (/[\0\n\r]/.test(name))
    throw fail(step, 'campaignError.INVALID_CAMPAIGN_NAME', 'The campaign name has characters that it must not have.', {
      path: 'name',
      trigger: name,
    })
  const others = world.campaigns.lookup('name', `${customer.id} ${name.toLowerCase()}`)
  if (others.some((other) => other.name !== own))
    throw fail(
      step,
      'campaignError.DUPLICATE_CAMPAIGN_NAME',
      'The campaign name must be unique among those that are not removed.',
      { path: 'name', trigger: name },
    )
}

/** One budget for one campaign, unless the budget is there to be shared. */
function checkBudget(step: Step, given: Fields, own?: string): string {
  const budget = linked(step, 'campaignBudgets', given, 'campaignBudget')
  const refuse = (name: string, message: string) =>
    fail(step, name, message, { path: 'campaign_budget', trigger: budget.name })
  if (budget.fields['status'] === 'REMOVED')
    throw refuse('campaignBudgetError.CAMPAIGN_BUDGET_REMOVED', 'The budget was removed.')
  const isShared = budget.fields['explicitlyShared'] === true
  if (isShared && given['advertisingChannelType'] === 'PERFORMANCE_MAX')
    throw refuse('campaignError.BUDGET_CANNOT_BE_SHARED', 'A campaign of this type cannot use a shared budget.')
  const others = step.draft.world.campaigns.lookup('budget', budget.name).filter(({ name }) => name !== own)
  if (!isShared && others.length > 0)
    throw refuse(
      'campaignBudgetError.CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS',
      'A budget that is not shared can only be used by one campaign.',
    )
  return budget.name
}

function checkBidding(step: Step, given: Fields): void {
  const named = Object.keys(biddings).filter((name) => given[name] !== undefined)
  if (named.length > 1)
    throw badJson('operations', "Invalid value: oneof field 'campaign_bidding_strategy' is already set.")
  if (named.length === 0) throw required(step, 'campaign_bidding_strategy')
}

function checkNetworks(step: Step, given: Fields): void {
  const networks = given['networkSettings'] as Fields | undefined
  if (!networks || given['advertisingChannelType'] !== 'SEARCH') return
  if (networks['targetGoogleSearch'] === false && networks['targetSearchNetwork'] === true)
    throw fail(
      step,
      'campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH',
      'The search network cannot be targeted without Google search.',
      'network_settings.target_search_network',
    )
  if (networks['targetGoogleSearch'] === false && networks['targetContentNetwork'] !== true)
    throw fail(
      step,
      'campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK',
      'The campaign must target at least one network.',
      'network_settings',
    )
}

function checkTime(step: Step, given: Fields, field: string, path: string): number | undefined {
  const text = given[field]
  if (text === undefined) return undefined
  const moment = momentOf(textOf(text), step.draft.customer.timeZone)
  if (moment === undefined || Number.isNaN(moment))
    throw fail(
      step,
      'dateError.INVALID_STRING_DATE_TIME_SECONDS',
      "The date and time must have the form 'yyyy-MM-dd HH:mm:ss'.",
      { path, trigger: textOf(text) },
    )
  return moment
}

/** Dates have a time of day only where the type of the campaign takes one. */
function checkGranularity(step: Step, given: Fields, changed: string[]): void {
  const { timedCampaigns } = step.draft.world.settings()
  if (timedCampaigns.includes(textOf(given['advertisingChannelType']))) return
  const isOff = (field: string, time: string) =>
    changed.includes(field) && given[field] !== undefined && !textOf(given[field]).endsWith(time)
  if (isOff('startDateTime', ' 00:00:00'))
    throw fail(
      step,
      'dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY',
      "This campaign type doesn't support a start date time that isn't the start of the day.",
      'start_date_time',
    )
  if (isOff('endDateTime', ' 23:59:59'))
    throw fail(
      step,
      'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY',
      "This campaign type doesn't support an end date time that isn't the end of the day.",
      'end_date_time',
    )
}

function checkTimes(step: Step, given: Fields, changed: string[]): void {
  const { world, customer } = step.draft
  const start = checkTime(step, given, 'startDateTime', 'start_date_time')
  const end = checkTime(step, given, 'endDateTime', 'end_date_time')
  checkGranularity(step, given, changed)
  const today = momentOf(`${stamp(world.now(), customer.timeZone).slice(0, 10)} 00:00:00`, customer.timeZone)!
  if (changed.includes('startDateTime') && start !== undefined && start < today)
    throw fail(
      step,
      'dateRangeError.CANNOT_SET_DATE_TO_PAST',
      'The start cannot be set to the past.',
      'start_date_time',
    )
  if (changed.includes('endDateTime') && end !== undefined && end < today)
    throw fail(step, 'dateRangeError.CANNOT_SET_DATE_TO_PAST', 'The end cannot be set to the past.', 'end_date_time')
  if (start !== undefined && end !== undefined && start > end)
    throw fail(step, 'dateRangeError.START_DATE_AFTER_END_DATE', 'The start is after the end.', 'end_date_time')
}

export const campaignRules: Rules = {
  create(step: Step, given: Fields): NewEntity {
    const { world, customer } = step.draft
    checkName(step, given)
    if (given['advertisingChannelType'] === undefined) throw required(step, 'advertising_channel_type')
    const campaignBudget = checkBudget(step, given)
    checkBidding(step, given)
    if (given['containsEuPoliticalAdvertising'] === undefined) throw required(step, 'contains_eu_political_advertising')
    checkNetworks(step, given)
    checkTimes(step, given, ['startDateTime', 'endDateTime'])
    const id = world.newId()
    const startDateTime = `${stamp(world.now(), customer.timeZone).slice(0, 10)} 00:00:00`
    return { id, fields: { startDateTime, ...given, id, campaignBudget, status: firstStatus(step, given) } }
  },
  update(step: Step, before: Entity, after: Fields, changed: string[]): void {
    if (changed.includes('status')) checkStatus(step, after['status'])
    if (changed.includes('name')) checkName(step, after, before.name)
    if (changed.includes('campaignBudget')) after['campaignBudget'] = checkBudget(step, after, before.name)
    if (changed.includes('containsEuPoliticalAdvertising') && after['containsEuPoliticalAdvertising'] === undefined)
      throw fail(
        step,
        'fieldError.FIELD_CANNOT_BE_CLEARED',
        'The field cannot be cleared.',
        'contains_eu_political_advertising',
      )
    dropOldBidding(before, after, changed)
    checkBidding(step, after)
    checkNetworks(step, after)
    checkTimes(step, after, changed)
  },
}

/** A campaign has one way to bid: a new one takes the place of the old one. */
function dropOldBidding({ fields }: Entity, after: Fields, changed: string[]): void {
  const chosen = Object.keys(biddings).find((name) => changed.some((path) => path.startsWith(`${name}.`)))
  if (!chosen || fields[chosen] !== undefined) return
  for (const name of Object.keys(biddings)) if (name !== chosen) delete after[name]
}
