import type { Fields } from '../objects.ts'
import { isRecord, listOf, recordOf } from '../objects.ts'
import type { Problems } from './problems.ts'

const facet = 'urn:li:adTargetingFacet:'
const places = [`${facet}locations`, `${facet}profileLocations`]
const locales = `${facet}interfaceLocales`
const field = 'targetingCriteria'
const minAudience = 300
const everybody = 3_000_000

/** The facets of each condition that has to hold. */
function conditionsOf(criteria: Fields): Fields[] {
  return listOf(recordOf(criteria['include'])['and']).map((condition) => recordOf(recordOf(condition)['or']))
}

export function checkTargeting(problems: Problems, value: unknown): void {
  if (value === undefined) return
  const criteria = recordOf(value)
  const strangers = Object.keys(criteria).filter((name) => name !== 'include' && name !== 'exclude')
  const conditions = conditionsOf(criteria)
  const excluded = criteria['exclude'] === undefined ? [] : [recordOf(recordOf(criteria['exclude'])['or'])]
  const isWhole = [...conditions, ...excluded].every(isCondition)
  if (!isRecord(criteria['include']) || strangers.length > 0 || conditions.length === 0 || !isWhole) {
    problems.invalid(
      field,
      'targetingCriteria is {include: {and: [{or: {facet: [urn]}}]}, exclude: {or: {facet: [urn]}}}',
    )
    return
  }
  const named = new Set(conditions.flatMap((condition) => Object.keys(condition)))
  if (!places.some((place) => named.has(place)))
    problems.add('MISSING_FIELD', `${field}/include`, 'A location has to be included')
  if (!named.has(locales)) problems.add('MISSING_FIELD', `${field}/include`, 'interfaceLocales has to be included')
  if (audienceOf(conditions) < minAudience)
    problems.add('AUDIENCE_SIZE_TOO_SMALL', field, `The audience has fewer than ${minAudience} members`)
}

function isCondition(condition: Fields): boolean {
  const facets = Object.entries(condition)
  return (
    facets.length > 0 &&
    facets.every(
      ([name, values]) =>
        /^urn:li:adTargetingFacet:\w+$/.test(name) &&
        Array.isArray(values) &&
        values.length > 0 &&
        values.every((value) => typeof value === 'string' && value.startsWith('urn:li:')),
    )
  )
}

/** Every further condition leaves a share of the people for each thing it allows. */
function audienceOf(conditions: Fields[]): number {
  const narrowing = conditions.filter(
    (condition) => !Object.keys(condition).every((name) => places.includes(name) || name === locales),
  )
  return narrowing.reduce((people, condition) => {
    const choices = Object.values(condition).reduce<number>((sum, values) => sum + listOf(values).length, 0)
    return people * Math.min(1, choices / 25)
  }, everybody)
}

/** The places that a campaign aims at, as URNs. */
export function placesOf(fields: Fields): string[] {
  return conditionsOf(recordOf(fields[field])).flatMap((condition) =>
    places.flatMap((place) => listOf(condition[place]).map(String)),
  )
}
