import { endOfDay } from '../../core/figures/delivery-spans.ts'
import { hashText } from '../../core/figures/random.ts'
import { idOf, textOf } from '../objects/objects.ts'
import type { Customer, Entity } from '../objects/objects.ts'
import type { World } from '../world.ts'
import type { Cell, Delivery } from './delivery.ts'
import { splitCounts } from './metrics.ts'
import type { SearchTerm } from './search-terms.ts'
import { required } from '../../core/required.ts'

/** A part of what a unit did on a day, with what tells it apart from the others. */
export interface Part extends Cell {
  criterion?: Entity
  term?: SearchTerm
  /** Number of the country in the table of places. */
  country?: string
  locationType?: string
  isTargeted?: boolean
  device?: string
  network?: string
}

export type Dimension = 'keyword' | 'term' | 'country' | 'device' | 'network'

interface Share {
  weight: number
  more: Partial<Part>
  converts?: boolean
}

/** Where some of those who see an account's ads are on their travels. */
const traveller: Record<string, string> = { '2840': '2124', '2392': '2410' }
const home: Record<string, string> = { USD: '2840', JPY: '2392' }
const devices = ['MOBILE', 'DESKTOP', 'TABLET']

/** How the parts of one split are weighed. */
type Sharing = (part: Part) => Share[]

function byKeyword(delivery: Delivery): Sharing {
  return ({ unit, day }) => {
    const byCriterion = Map.groupBy(delivery.ways(unit, day), ({ criterion }) => criterion)
    return [...byCriterion].map(([criterion, ways]) => ({
      weight: ways.reduce((sum, { weight }) => sum + weight, 0),
      more: { criterion },
      converts: ways.some(({ term }) => !term.isWasteful),
    }))
  }
}

function byTerm(delivery: Delivery): Sharing {
  return ({ unit, day, criterion }) => {
    const ways = delivery.ways(unit, day).filter((way) => way.criterion === criterion)
    return ways.map(({ term, weight }) => ({ weight, more: { term }, converts: !term.isWasteful }))
  }
}

function byCountry(world: World, customer: Customer): Sharing {
  const known = new Map<string, Share[]>()
  return ({ unit: { campaign }, day }) => {
    const key = `${campaign.name} ${day}`
    const before = known.get(key)
    if (before) return before
    const shares = countryShares(countriesOf(world, customer, campaign, day))
    known.set(key, shares)
    return shares
  }
}

/** The countries that a campaign aimed at that day; one that aims at none shows where its account is. */
function countriesOf(world: World, { currency, timeZone }: Customer, campaign: Entity, day: string): string[] {
  const evening = endOfDay(day, timeZone)
  const isOn = ({ history }: Entity) => (history.findLast(({ at }) => at <= evening)?.status ?? 'REMOVED') !== 'REMOVED'
  const aimed = world.campaignCriteria
    .lookup('campaign', campaign.name)
    .filter((criterion) => criterion.fields['location'] && criterion.fields['negative'] !== true && isOn(criterion))
    .map(({ fields }) => idOf(textOf((fields['location'] as { geoTargetConstant?: string }).geoTargetConstant)))
  return aimed.length > 0 ? aimed : [home[currency] ?? '2840']
}

function countryShares(aimed: string[]): Share[] {
  const away = traveller[required(aimed[0], 'country')] ?? '2826'
  const here = aimed.flatMap((country, index) => [
    { weight: 90 / (index + 1), more: { country, locationType: 'LOCATION_OF_PRESENCE', isTargeted: true } },
    { weight: 6 / (index + 1), more: { country, locationType: 'AREA_OF_INTEREST', isTargeted: true } },
  ])
  if (aimed.includes(away)) return here
  return [...here, { weight: 4, more: { country: away, locationType: 'LOCATION_OF_PRESENCE', isTargeted: false } }]
}

const byDevice: Sharing = ({ unit }) => {
  const hash = hashText(`device ${unit.entity.name}`)
  const weights = [50 + (hash % 20), 30 + ((hash >>> 5) % 20), 5]
  return devices.map((device, index) => ({ weight: required(weights[index], 'weight'), more: { device } }))
}

const byNetwork: Sharing = ({ unit }) => {
  if (!unit.adGroup) return [{ weight: 1, more: { network: 'MIXED' } }]
  return [
    { weight: 92, more: { network: 'SEARCH' } },
    { weight: 8, more: { network: 'SEARCH_PARTNERS' } },
  ]
}

export function createSplitter(world: World, customer: Customer, delivery: Delivery) {
  const sharings: Record<Dimension, Sharing> = {
    keyword: byKeyword(delivery),
    term: byTerm(delivery),
    country: byCountry(world, customer),
    device: byDevice,
    network: byNetwork,
  }

  function splitPart(part: Part, dimension: Dimension): Part[] {
    const shares = sharings[dimension](part)
    if (shares.length === 0) return []
    const counts = splitCounts(
      part.counts,
      shares.map(({ weight }) => weight),
      delivery.step,
      shares.map(({ converts }) => converts ?? true),
    )
    return shares.map(({ more }, index) => ({
      ...part,
      ...more,
      counts: required(counts[index], 'counts of the part'),
    }))
  }

  /** Splits one after the other; the parts of each split add up to what was split. */
  return function split(cell: Cell, dimensions: Dimension[]): Part[] {
    let parts: Part[] = [cell]
    for (const dimension of dimensions) parts = parts.flatMap((part) => splitPart(part, dimension))
    return parts.filter(({ counts }) => Object.values(counts).some((count) => count > 0))
  }
}
