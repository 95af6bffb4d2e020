import { localTime } from '../../core/figures/account-days.ts'
import { hashText } from '../../core/figures/random.ts'
import { idOf, keywordOf, textOf } from './objects.ts'
import type { Change, Customer, Entity, Fields } from './objects.ts'
import type { Kind, World } from '../world.ts'

export function customerName(id: string): string {
  return `customers/${id}`
}

export function showCustomer({ id, name, currency, timeZone, isManager, status }: Customer): Fields {
  return {
    resourceName: customerName(id),
    id,
    descriptiveName: name,
    currencyCode: currency,
    timeZone,
    manager: isManager,
    testAccount: false,
    autoTaggingEnabled: true,
    status,
  }
}

/** What the platform works out of a resource, beside of what was written. */
const derived: Partial<Record<Kind, (world: World, entity: Entity) => Fields>> = {
  campaigns: (world, entity) => ({ ...campaignState(world, entity), biddingStrategyType: biddingOf(entity.fields) }),
  campaignBudgets: (world, entity) => ({
    referenceCount: String(world.campaigns.count('budget', entity.name)),
    hasRecommendedBudget: false,
  }),
  adGroups: (world, { fields }) => ({
    primaryStatus: primaryStatus([fields['status'], above(world, 'campaigns', fields['campaign'])]),
    ...(fields['cpcBidMicros'] === undefined ? {} : { effectiveCpcBidMicros: fields['cpcBidMicros'] }),
  }),
  adGroupAds: (world, entity) => adState(world, entity),
  adGroupCriteria: (world, entity) => criterionState(world, entity),
  campaignCriteria: (_world, entity) => ({ displayName: displayName(entity) }),
  sharedSets: (world, { name }) => ({
    memberCount: String(world.sharedCriteria.count('members', name)),
    referenceCount: String(world.campaignSharedSets.count('sharedSet', name)),
  }),
  assetGroups: (world, { fields }) => ({
    primaryStatus: primaryStatus([fields['status'], above(world, 'campaigns', fields['campaign'])]),
    adStrength: 'GOOD',
  }),
}

export function showEntity(world: World, kind: Kind, entity: Entity): Fields {
  const shown = { ...entity.fields, ...derived[kind]?.(world, entity) }
  if (kind === 'sharedCriteria') delete shown['status']
  return shown
}

function above(world: World, kind: Kind, name: unknown): unknown {
  return world[kind].get(textOf(name))?.fields['status']
}

function primaryStatus(statuses: unknown[]): string {
  if (statuses.includes('REMOVED')) return 'REMOVED'
  return statuses.includes('PAUSED') ? 'PAUSED' : 'ELIGIBLE'
}

export const biddings: Record<string, string> = {
  manualCpc: 'MANUAL_CPC',
  maximizeConversions: 'MAXIMIZE_CONVERSIONS',
  maximizeConversionValue: 'MAXIMIZE_CONVERSION_VALUE',
  targetSpend: 'TARGET_SPEND',
  targetCpa: 'TARGET_CPA',
  targetRoas: 'TARGET_ROAS',
}

function biddingOf(fields: Fields): string | undefined {
  const found = Object.keys(biddings).find((name) => fields[name] !== undefined)
  return found && biddings[found]
}

function campaignState(world: World, { fields, customer }: Entity): Fields {
  const { timeZone = 'UTC' } = world.customers.get(customer) ?? {}
  const now = secondOf(world.now(), timeZone)
  const end = fields['endDateTime']
  const isOver = typeof end === 'string' && end < now
  const isAhead = textOf(fields['startDateTime']) > now
  const status = primaryStatus([fields['status']])
  if (status === 'REMOVED') return { servingStatus: 'NONE', primaryStatus: status }
  if (isOver) return { servingStatus: 'ENDED', primaryStatus: 'ENDED' }
  if (isAhead) return { servingStatus: 'PENDING', primaryStatus: status === 'PAUSED' ? status : 'PENDING' }
  return { servingStatus: 'SERVING', primaryStatus: status }
}

function adState(world: World, entity: Entity): Fields {
  const { fields } = entity
  const isReviewed = world.now() >= entity.created + world.settings().reviewSeconds * 1000
  const group = world.adGroups.get(textOf(fields['adGroup']))
  const status = primaryStatus([
    fields['status'],
    group?.fields['status'],
    above(world, 'campaigns', group?.fields['campaign']),
  ])
  return {
    primaryStatus: status === 'ELIGIBLE' && !isReviewed ? 'PENDING' : status,
    policySummary: isReviewed
      ? { approvalStatus: 'APPROVED', reviewStatus: 'REVIEWED' }
      : { reviewStatus: 'REVIEW_IN_PROGRESS' },
  }
}

function displayName(entity: Entity): string {
  return keywordOf(entity)?.text ?? idOf(entity.name)
}

const buckets = ['BELOW_AVERAGE', 'AVERAGE', 'ABOVE_AVERAGE']

function criterionState(world: World, entity: Entity): Fields {
  const { fields } = entity
  if (fields['negative'] === true) return { displayName: displayName(entity) }
  const group = world.adGroups.get(textOf(fields['adGroup']))
  const hash = hashText(`quality ${idOf(entity.name)}`)
  const { cpcBidMicros: own } = fields
  const bid = own ?? group?.fields['cpcBidMicros']
  const bucket = (shift: number) => buckets[(hash >>> shift) % buckets.length]
  return {
    displayName: displayName(entity),
    primaryStatus: primaryStatus([fields['status'], group?.fields['status']]),
    approvalStatus: 'APPROVED',
    ...(bid === undefined
      ? {}
      : { effectiveCpcBidMicros: bid, effectiveCpcBidSource: own === undefined ? 'AD_GROUP' : 'AD_GROUP_CRITERION' }),
    qualityInfo: {
      qualityScore: 3 + (hash % 8),
      creativeQualityScore: bucket(4),
      postClickQualityScore: bucket(8),
      searchPredictedCtr: bucket(12),
    },
    positionEstimates: {
      firstPageCpcMicros: String((30 + (hash % 90)) * 10_000),
      topOfPageCpcMicros: String((120 + (hash % 160)) * 10_000),
    },
  }
}

/** `2026-11-14 10:00:00.000000`, where the account is. */
export function stamp(milliseconds: number, timeZone: string): string {
  const { day, hour, minute } = localTime(milliseconds, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = ((milliseconds % 60_000) / 1000).toFixed(6).padStart(9, '0')
  return `${day} ${two(hour)}:${two(minute)}:${rest}`
}

const seconds = new Map<string, { second: number; text: string }>()

/** `2026-11-14 10:00:00`; thousands of resources are shown within one second. */
function secondOf(milliseconds: number, timeZone: string): string {
  const second = Math.floor(milliseconds / 1000)
  const known = seconds.get(timeZone)
  if (known?.second === second) return known.text
  const text = stamp(milliseconds, timeZone).slice(0, 19)
  seconds.set(timeZone, { second, text })
  return text
}

/** The member of old_resource and new_resource that holds a resource of that type. */
const heldAs: Record<string, string> = {
  CAMPAIGN: 'campaign',
  CAMPAIGN_BUDGET: 'campaignBudget',
  AD_GROUP: 'adGroup',
  AD_GROUP_AD: 'adGroupAd',
  AD_GROUP_CRITERION: 'adGroupCriterion',
  CAMPAIGN_CRITERION: 'campaignCriterion',
}

/** Nothing for a resource whose changes are only counted, not told. */
export function showChangeEvent(change: Change, { timeZone }: Customer): Fields | undefined {
  const held = heldAs[change.type]
  if (!held) return undefined
  const wrapped = (fields: Fields) => ({ [held]: fields })
  return {
    resourceName: `${customerName(change.customer)}/changeEvents/${change.id}`,
    changeDateTime: stamp(change.at, timeZone),
    changeResourceType: change.type,
    changeResourceName: change.resource,
    clientType: change.client,
    userEmail: change.user,
    oldResource: change.operation === 'CREATE' ? {} : wrapped(change.before),
    newResource: change.operation === 'REMOVE' ? {} : wrapped(change.after),
    resourceChangeOperation: change.operation,
    changedFields: change.changed.join(','),
    ...(change.campaign ? { campaign: change.campaign } : {}),
    ...(change.adGroup ? { adGroup: change.adGroup } : {}),
  }
}

const memberOfType: Record<string, string> = {
  ...heldAs,
  SHARED_SET: 'sharedSet',
  CAMPAIGN_SHARED_SET: 'campaignSharedSet',
  ASSET_GROUP: 'assetGroup',
}
const operations = { CREATE: 'ADDED', UPDATE: 'CHANGED', REMOVE: 'REMOVED' }

/** The last change of a resource. */
export function showChangeStatus(change: Change, { timeZone }: Customer): Fields {
  return {
    resourceName: `${customerName(change.customer)}/changeStatus/${change.at}-${change.id.replaceAll('~', '-')}`,
    lastChangeDateTime: stamp(change.at, timeZone),
    resourceType: change.type,
    resourceStatus: operations[change.operation],
    ...(change.campaign ? { campaign: change.campaign } : {}),
    ...(change.adGroup ? { adGroup: change.adGroup } : {}),
    [memberOfType[change.type] ?? 'campaign']: change.resource,
  }
}
