import { addDays, startOfDay } from '../../core/figures/account-days.ts'
import { intersect, spansThrough, spansWith } from '../../core/figures/delivery-spans.ts'
import type { Span } from '../../core/figures/delivery-spans.ts'
import { keywordOf, textOf } from '../objects/objects.ts'
import type { Customer, Entity } from '../objects/objects.ts'
import type { World } from '../world.ts'
import { excludes, negativesOf, termsOf } from './search-terms.ts'
import type { SearchTerm } from './search-terms.ts'

/** What is shown: an ad, or an asset group of a Performance Max campaign, which has no ads that could be seen. */
export interface Unit {
  entity: Entity
  campaign: Entity
  adGroup: Entity | null
}

/** What of a unit's day came from one keyword and one search. */
export interface KeywordSearch {
  criterion: Entity
  term: SearchTerm
  weight: number
}

export interface TimedKeywordSearch extends KeywordSearch {
  spans: Span[]
}

/** Works a thing out when it is asked for the first time. */
function remembering<Key, Value>(work: (key: Key) => Value, nameOf: (key: Key) => string): (key: Key) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const name = nameOf(key)
    const before = known.get(name)
    if (before !== undefined) return before
    const value = work(key)
    known.set(name, value)
    return value
  }
}

const unitName = ({ entity }: Unit) => entity.name

function outside(spans: Span[], { from, to }: Span): Span[] {
  return intersect(spans, [
    { from: -Infinity, to: from },
    { from: to, to: Infinity },
  ])
}

/** When what is shown could be shown, and by which searches. */
export function createTimeline(world: World, customer: Customer) {
  const now = world.now()
  const { timeZone } = customer
  const enabled = ({ history }: Entity) => spansWith(history, 'ENABLED', now)

  const bounds = remembering(
    (day: string): Span => ({ from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) }),
    (day) => day,
  )

  /** Between its dates, as they were in the course of time. */
  const datesOf = (campaign: Entity): Span[] => {
    const turns = world.campaigns.pastOf(campaign.name).map(({ until }) => until)
    return spansThrough(turns, (time) => {
      const { fields } = world.campaigns.asOf(campaign.name, time) ?? campaign
      const local = (field: string) => momentOf(textOf(fields[field]), timeZone)
      return [{ from: local('startDateTime') ?? 0, to: Math.min(now, local('endDateTime') ?? now) }]
    })
  }

  const spans = remembering(({ entity, campaign, adGroup }: Unit): Span[] => {
    const whole = datesOf(campaign)
    const objects = adGroup ? [entity, adGroup, campaign] : [entity, campaign]
    return objects.reduce((left, object) => intersect(left, enabled(object)), whole)
  }, unitName)

  /** Every keyword and search that leads to the unit, with the times at which it did. */
  const ways = remembering((unit: Unit): TimedKeywordSearch[] => {
    if (!unit.adGroup) return []
    const negatives = negativesOf(world, unit.adGroup)
    const criteria = world.adGroupCriteria.lookup('adGroup', unit.adGroup.name)
    const keywords = criteria.filter((each) => keywordOf(each) && each.fields['negative'] !== true)
    return keywords.flatMap((criterion) => {
      const open = intersect(spans(unit), enabled(criterion))
      return termsOf(criterion).map((term) => {
        const kept = negatives.filter(({ keyword }) => excludes(keyword, term.text))
        return { criterion, term, weight: term.weight, spans: kept.reduce(outside, open) }
      })
    })
  }, unitName)

  /** From when to when all that leads to the unit did so without a break. */
  const steady = remembering((unit: Unit): Span => {
    const all = [spans(unit), ...ways(unit).map((way) => way.spans)]
    const isBroken = (unit.adGroup !== null && all.length === 1) || all.some(({ length }) => length !== 1)
    if (isBroken) return { from: Infinity, to: -Infinity }
    return { from: Math.max(...all.map(([span]) => span!.from)), to: Math.min(...all.map(([span]) => span!.to)) }
  }, unitName)

  return { now, bounds, spans, ways, steady }
}

/** `2026-11-14 10:00:00` of the account, in milliseconds. */
export function momentOf(text: string, timeZone: string): number | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text) ?? []
  if (!day) return undefined
  return startOfDay(day, timeZone) + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
}
