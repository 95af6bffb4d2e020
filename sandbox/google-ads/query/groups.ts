import { idOf } from '../objects/objects.ts'
import type { Entity, Fields } from '../objects/objects.ts'
import { customerName, showCustomer } from '../objects/show.ts'
import type { Unit } from '../report/timeline.ts'
import { targetingStatus } from '../report/search-terms.ts'
import type { Part } from '../report/splits.ts'
import { segmentOfDay } from './dates.ts'
import type { Plan } from './plan.ts'
import { objectsOf } from './sources.ts'
import type { Account, Origin } from './sources.ts'
import { required } from '../../core/required.ts'

/** How the parts of figures come to the rows of a resource. */
export interface Groups {
  includesUnit(unit: Unit): boolean
  originOf(part: Part, known: Map<string, Origin>): Origin | undefined
  segmentsOf(part: Part): Fields
}

/** What a part is filed under, where the rows are there anyway. */
const keys: Record<string, (part: Part) => string | undefined> = {
  customer: ({ unit }) => unit.campaign.customer,
  campaign: ({ unit }) => unit.campaign.name,
  ad_group: ({ unit }) => unit.adGroup?.name,
  ad_group_ad: ({ unit }) => unit.entity.name,
  asset_group: ({ unit }) => unit.entity.name,
  keyword_view: ({ criterion }) => criterion?.name,
}

const ofAds = ['ad_group', 'ad_group_ad', 'keyword_view', 'search_term_view']

export function groupsOf(account: Account, { resource, select, where }: Plan): Groups {
  const named = [...select, ...where.map(({ field }) => field)].map((field) => field.resource)
  const splitBy = resource.splitting.filter((name) => named.includes(name))
  const needsAdGroup = ofAds.includes(resource.name) || splitBy.includes('ad_group')
  const segments = select
    .filter((field) => field.resource === 'segments')
    .map(({ keys: [key] }) => required(key, 'key of the field'))
  const keyOf = keys[resource.name]
  const made = new Map<string, Origin>()

  /** The row of a view, which is there for what was shown only. */
  function viewOrigin(part: Part): Origin {
    const above = aboveOf(part, splitBy)
    const isTerms = resource.name === 'search_term_view'
    const key = isTerms ? termKey(part) : `${placeKey(resource.name, part)} ${above?.name ?? ''}`
    const known = made.get(key)
    if (known) return known
    const objects = isTerms ? termObjects(account, part) : placeObjects(account, resource.name, part, above)
    const origin = { key, objects }
    made.set(key, origin)
    return origin
  }

  return {
    includesUnit: ({ adGroup }) => (resource.name === 'asset_group' ? !adGroup : !needsAdGroup || adGroup !== null),
    originOf: (part, known) => (keyOf ? known.get(keyOf(part) ?? '') : viewOrigin(part)),
    segmentsOf: (part) => Object.fromEntries(segments.map((name) => [name, segmentValue(name, part)])),
  }
}

const termKey = ({ unit, term }: Part) =>
  `${required(unit.adGroup, 'ad group').name} ${required(term, 'search term').text}`

function termObjects(account: Account, { unit, term }: Part): Record<string, Fields> {
  const adGroup = required(unit.adGroup, 'ad group')
  const { text } = required(term, 'search term')
  const id = [idOf(unit.campaign.name), idOf(adGroup.name), Buffer.from(text).toString('base64url')].join('~')
  const shown = {
    resourceName: `${customerName(adGroup.customer)}/searchTermViews/${id}`,
    searchTerm: text,
    adGroup: adGroup.name,
    status: targetingStatus(account.world, adGroup, text),
  }
  return { ...objectsOf(account, 'ad_group', adGroup), search_term_view: shown }
}

/** The ad group or the campaign that the rows of places are split by. */
function aboveOf({ unit }: Part, splitBy: string[]): Entity | null {
  if (splitBy.includes('ad_group')) return unit.adGroup
  return splitBy.includes('campaign') ? unit.campaign : null
}

function placeKey(view: string, { country, locationType, isTargeted }: Part): string {
  return `${country}~${view === 'geographic_view' ? locationType : isTargeted}`
}

function placeObjects(account: Account, view: string, part: Part, above: Entity | null): Record<string, Fields> {
  const isGeographic = view === 'geographic_view'
  const word = isGeographic ? 'geographicViews' : 'userLocationViews'
  const shown = {
    resourceName: `${customerName(account.customer.id)}/${word}/${placeKey(view, part)}`,
    countryCriterionId: part.country,
    ...(isGeographic ? { locationType: part.locationType } : { targetingLocation: part.isTargeted }),
  }
  const around = above
    ? objectsOf(account, above === part.unit.adGroup ? 'ad_group' : 'campaign', above)
    : { customer: showCustomer(account.customer) }
  return { ...around, [view]: shown }
}

function segmentValue(name: string, { day, device, network, criterion, term }: Part): unknown {
  const ofDay = segmentOfDay[name]
  if (ofDay) return ofDay(day)
  switch (name) {
    case 'device':
      return device
    case 'adNetworkType':
      return network
    case 'keyword':
      return { adGroupCriterion: criterion?.name, info: criterion?.fields['keyword'] }
    case 'searchTermMatchType':
      return term?.matchType
    default:
      return undefined
  }
}
