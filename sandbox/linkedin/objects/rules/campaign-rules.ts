import type { Account, Entity, Fields } from '../objects.ts'
import { recordOf, textOf, urn } from '../objects.ts'
import { amountOf, checkMoney, checkSchedule } from './budgets.ts'
import type { Problems } from './problems.ts'
import { campaignStatuses, isGone } from './status.ts'
import { checkTargeting } from './targeting.ts'

const sponsored = [
  'STANDARD_UPDATE',
  'SINGLE_VIDEO',
  'CAROUSEL',
  'SPONSORED_UPDATE_NATIVE_DOCUMENT',
  'SPONSORED_UPDATE_EVENT',
]
const formatsOfType: Record<string, string[]> = {
  SPONSORED_UPDATES: sponsored,
  TEXT_AD: ['TEXT_AD'],
  DYNAMIC: ['SPOTLIGHT', 'FOLLOW_COMPANY', 'JOBS'],
  SPONSORED_INMAILS: ['SPONSORED_INMAIL', 'SPONSORED_MESSAGE'],
}
export const objectives = [
  'BRAND_AWARENESS',
  'ENGAGEMENT',
  'WEBSITE_VISIT',
  'WEBSITE_CONVERSION',
  'LEAD_GENERATION',
  'VIDEO_VIEW',
  'JOB_APPLICANT',
  'TALENT_LEAD',
]
const manual = ['NONE', 'ENHANCED_CONVERSION']
const automatic = [
  'MAX_IMPRESSION',
  'MAX_REACH',
  'MAX_CLICK',
  'MAX_CONVERSION',
  'MAX_VIDEO_VIEW',
  'MAX_LEAD',
  'MAX_QUALIFIED_LEAD',
]
const bounded = [
  ...['CLICK', 'IMPRESSION', 'VIDEO_VIEW'].map((what) => `TARGET_COST_PER_${what}`),
  ...['CLICKS', 'IMPRESSIONS', 'VIDEO_VIEWS', 'LEADS'].map((what) => `CAP_COST_AND_MAXIMIZE_${what}`),
]

const required = [
  ...['account', 'campaignGroup', 'name', 'type', 'costType', 'locale', 'status', 'unitCost', 'targetingCriteria'],
  ...['offsiteDeliveryEnabled', 'politicalIntent'],
]
const words: Record<string, readonly string[]> = {
  status: campaignStatuses,
  type: Object.keys(formatsOfType),
  costType: ['CPM', 'CPC', 'CPV'],
  objectiveType: objectives,
  optimizationTargetType: [...manual, ...automatic, ...bounded],
  creativeSelection: ['OPTIMIZED', 'ROUND_ROBIN'],
  pacingStrategy: ['LIFETIME', 'ACCELERATED'],
  politicalIntent: ['POLITICAL', 'NOT_POLITICAL', 'NOT_DECLARED'],
}

/** What holds for a campaign by itself and in its group, new or changed. */
export function checkCampaign(
  problems: Problems,
  fields: Fields,
  { account, group, now, before }: { account: Account; group: Entity | undefined; now: number; before?: Fields },
): void {
  problems.require(fields, ...required)
  for (const [name, allowed] of Object.entries(words)) problems.word(fields, name, allowed)
  if (fields['account'] !== undefined && fields['account'] !== urn('sponsoredAccount', account.id))
    problems.invalid('account', 'The account is not the one in the path')
  if (textOf(fields['name']).length > 255)
    problems.add('FIELD_VALUE_TOO_HIGH', 'name', 'name has more than 255 characters')
  checkLocale(problems, fields)
  for (const name of ['dailyBudget', 'totalBudget', 'unitCost'] as const) checkMoney(problems, account, fields, name)
  checkSchedule(problems, fields, now, before)
  checkBidding(problems, fields)
  checkFormat(problems, fields)
  checkTargeting(problems, fields['targetingCriteria'])
  if (group) checkInGroup(problems, fields, group, { now, before })
  else if (fields['campaignGroup'] !== undefined)
    problems.invalid('campaignGroup', `There is no campaign group ${textOf(fields['campaignGroup'])} in the account`)
}

function checkLocale(problems: Problems, fields: Fields): void {
  const { country, language } = recordOf(fields['locale'])
  if (fields['locale'] === undefined) return
  if (!/^[A-Z]{2}$/.test(textOf(country)) || !/^[a-z]{2}$/.test(textOf(language)))
    problems.invalid('locale', 'locale is a country like US and a language like en')
}

function checkBidding(problems: Problems, fields: Fields): void {
  const target = textOf(fields['optimizationTargetType'] ?? 'NONE')
  const bid = amountOf(fields['unitCost'])
  if (automatic.includes(target) && bid > 0)
    problems.add('INVALID_CAMPAIGN_CONFIGURATION', 'unitCost', `unitCost is 0 with ${target}`)
  if ((manual.includes(target) || bounded.includes(target)) && bid === 0)
    problems.add('FIELD_VALUE_TOO_LOW', 'unitCost/amount', `unitCost must be more than 0 with ${target}`)
  if (fields['costType'] === 'CPV' && fields['objectiveType'] !== 'VIDEO_VIEW')
    problems.add('INVALID_CAMPAIGN_CONFIGURATION', 'costType', 'CPV goes with VIDEO_VIEW')
}

function checkFormat(problems: Problems, fields: Fields): void {
  const type = textOf(fields['type'])
  const format = fields['format']
  const allowed = formatsOfType[type]
  if (type === 'SPONSORED_UPDATES' && fields['associatedEntity'] === undefined)
    problems.add('MISSING_FIELD', 'associatedEntity', 'associatedEntity is required for sponsored content')
  if (type === 'DYNAMIC' && format === undefined) problems.add('MISSING_FIELD', 'format', 'format is required')
  if (format !== undefined && allowed && !allowed.includes(textOf(format)))
    problems.invalid('format', `The format of ${type} is one of ${allowed.join(', ')}`)
  if (fields['objectiveType'] === 'VIDEO_VIEW' && format !== undefined && format !== 'SINGLE_VIDEO')
    problems.add('INVALID_CAMPAIGN_CONFIGURATION', 'format', 'VIDEO_VIEW goes with SINGLE_VIDEO')
}

function checkInGroup(
  problems: Problems,
  fields: Fields,
  { fields: group }: Entity,
  { now, before }: { now: number; before: Fields | undefined },
): void {
  const isNew = before === undefined
  const status = textOf(fields['status'])
  const inGroup = textOf(group['status'])
  const wrong = (field: string, text: string) => problems.add('INVALID_CAMPAIGN_CONFIGURATION', field, text)
  if (inGroup === 'DRAFT' && status !== 'DRAFT')
    problems.add(
      'ONLY_DRAFT_CAMPAIGNS_ALLOWED_IN_DRAFT_CAMPAIGN_GROUPS',
      'status',
      'Only draft campaigns are allowed in a draft campaign group',
    )
  const { end } = recordOf(group['runSchedule']) as { end?: number }
  const isOver = end !== undefined && end <= now
  if (isNew && (isOver || isGone(inGroup) || inGroup === 'ARCHIVED'))
    wrong('campaignGroup', 'The campaign group is over and takes no campaigns')
  else if (isNew && status === 'ACTIVE' && inGroup === 'PAUSED')
    wrong('status', 'An active campaign needs an active campaign group')
  if (status === 'ACTIVE' && !isNew && before['status'] !== 'ACTIVE' && isOver)
    wrong('status', 'The campaign group is over')
  if (group['objectiveType'] !== undefined && group['objectiveType'] !== fields['objectiveType'])
    wrong('objectiveType', `The campaign group is for ${textOf(group['objectiveType'])}`)
  checkBudgets(problems, fields, group)
}

function checkBudgets(problems: Problems, fields: Fields, group: Fields): void {
  const { dailyBudget, totalBudget } = fields
  const hasBudget = dailyBudget !== undefined || totalBudget !== undefined
  const isShared = group['budgetOptimization'] !== undefined
  if (isShared && hasBudget)
    problems.add('INVALID_CAMPAIGN_CONFIGURATION', 'dailyBudget', 'The campaign group shares its own budget out')
  if (!isShared && !hasBudget) problems.add('MISSING_FIELD', 'dailyBudget', 'dailyBudget or totalBudget is required')
  if (totalBudget !== undefined && recordOf(fields['runSchedule'])['end'] === undefined)
    problems.add('MISSING_FIELD', 'runSchedule/end', 'runSchedule/end is required with totalBudget')
  const max = group['totalBudget'] === undefined ? Infinity : amountOf(group['totalBudget'])
  if (totalBudget !== undefined && amountOf(totalBudget) > max)
    problems.add('INSUFFICIENT_CAMPAIGN_GROUP_BUDGET', 'totalBudget/amount', 'The campaign group has less than that')
}
