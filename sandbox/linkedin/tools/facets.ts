import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { invalidParam } from '../errors.ts'
import { projected } from '../lists.ts'
import type { Fields } from '../objects/objects.ts'
import { allow, listParam, recordParam, requiredText, wordParam } from '../restli/params.ts'
import { scopes } from '../world.ts'

interface Facet {
  types: string[]
  /** How its values are found, in the platform's words. */
  finders: string[]
  values: Record<string, string>
}

const whole = ['AD_TARGETING_FACET']
const typed = ['TYPEAHEAD', 'SIMILAR_ENTITIES']
const geos = {
  'urn:li:geo:103644278': 'United States',
  'urn:li:geo:101174742': 'Canada',
  'urn:li:geo:101165590': 'United Kingdom',
  'urn:li:geo:101282230': 'Germany',
  'urn:li:geo:101355337': 'Japan',
}

function numbered(type: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [`urn:li:${type}:${index + 1}`, name]))
}

const seniorities = ['Unpaid', 'Training', 'Entry', 'Senior', 'Manager', 'Director', 'VP', 'CXO', 'Partner', 'Owner']

/** What campaigns can be aimed at, and a few of its values. */
const facets: Record<string, Facet> = {
  locations: { types: ['GEO'], finders: typed, values: geos },
  profileLocations: { types: ['GEO'], finders: typed, values: geos },
  interfaceLocales: {
    ...{ types: ['LOCALE'], finders: whole },
    values: { 'urn:li:locale:en_US': 'English', 'urn:li:locale:de_DE': 'German', 'urn:li:locale:ja_JP': 'Japanese' },
  },
  seniorities: { types: ['SENIORITY'], finders: whole, values: numbered('seniority', seniorities) },
  jobFunctions: {
    ...{ types: ['FUNCTION'], finders: whole },
    values: numbered('function', ['Accounting', 'Administrative', 'Arts and Design', 'Business Development']),
  },
  genders: {
    ...{ types: ['GENDER'], finders: whole },
    values: { 'urn:li:gender:MALE': 'Male', 'urn:li:gender:FEMALE': 'Female' },
  },
  industries: {
    ...{ types: ['INDUSTRY'], finders: [...whole, ...typed] },
    values: numbered('industry', ['Defense and Space Manufacturing', 'Computer Hardware Manufacturing']),
  },
  skills: { types: ['SKILL'], finders: typed, values: numbered('skill', ['Carpentry', 'Furniture Design', 'Joinery']) },
  titles: { types: ['TITLE'], finders: typed, values: numbered('title', ['Owner', 'Buyer', 'Interior Designer']) },
}

const facetType = 'urn:li:adTargetingFacet:'

function page(elements: Fields[], call: ApiCall): ApiAnswer {
  const paging = { start: 0, count: elements.length, links: [], total: elements.length }
  return { body: { elements: elements.map((element) => projected(call, element)), paging } }
}

function listFacets(call: ApiCall): ApiAnswer {
  allow(call, [])
  const all = Object.entries(facets).map(([facetName, { types, finders }]) => ({
    facetName,
    adTargetingFacetUrn: facetType + facetName,
    entityTypes: types,
    availableEntityFinders: finders,
  }))
  return page(all, call)
}

/** The facet that a search names; refused where its values are found in another way. */
function facetFor(call: ApiCall, finder: string): { facetUrn: string; values: [string, string][] } {
  const facetUrn = requiredText(call, 'facet')
  const name = facetUrn.startsWith(facetType) ? facetUrn.slice(facetType.length) : ''
  const facet = Object.hasOwn(facets, name) ? facets[name] : undefined
  if (!facet) throw invalidParam('facet', `${facetUrn} is no ad targeting facet`)
  if (!facet.finders.includes(finder)) throw invalidParam('facet', `${finder} is not available for the facet ${name}`)
  return { facetUrn, values: Object.entries(facet.values) }
}

const common = ['queryVersion', 'locale']

function checkCommon(call: ApiCall, names: string[]): void {
  allow(call, [...names, ...common])
  wordParam(call, 'queryVersion', ['QUERY_USES_URNS'])
  recordParam(call, 'locale')
}

const element =
  (facetUrn: string) =>
  ([urn, name]: [string, string]): Fields => ({ urn, name, facetUrn })

function ofFacet(call: ApiCall): ApiAnswer {
  checkCommon(call, ['facet'])
  const { facetUrn, values } = facetFor(call, 'AD_TARGETING_FACET')
  return page(values.map(element(facetUrn)), call)
}

function typeahead(call: ApiCall): ApiAnswer {
  checkCommon(call, ['facet', 'query', 'entityType'])
  const { facetUrn, values } = facetFor(call, 'TYPEAHEAD')
  const query = requiredText(call, 'query').toLowerCase()
  return page(values.filter(([, name]) => name.toLowerCase().includes(query)).map(element(facetUrn)), call)
}

function similar(call: ApiCall): ApiAnswer {
  checkCommon(call, ['facet', 'entities', 'entityType'])
  const { facetUrn, values } = facetFor(call, 'SIMILAR_ENTITIES')
  const given = requiredUrns(call, 'entities')
  return page(values.filter(([urn]) => !given.includes(urn)).map(element(facetUrn)), call)
}

function named(call: ApiCall): ApiAnswer {
  checkCommon(call, ['urns'])
  const wanted = requiredUrns(call, 'urns')
  const found = Object.entries(facets).flatMap(([name, { values }]) =>
    Object.entries(values)
      .filter(([urn]) => wanted.includes(urn))
      .map(element(facetType + name)),
  )
  return page([...new Map(found.map((each) => [each['urn'], each])).values()], call)
}

function requiredUrns(call: ApiCall, name: string): string[] {
  const urns = listParam(call, name)
  if (!urns?.length) throw invalidParam(name, `Parameter '${name}' is required`, 'PARAM_MISSING')
  return urns
}

/** Any token may ask. */
export const facetOperations: Operations = { GET_ALL: { scopes, handle: listFacets } }

export const facetValueOperations: Operations = {
  'FINDER-adTargetingFacet': { scopes, handle: ofFacet },
  'FINDER-typeahead': { scopes, handle: typeahead },
  'FINDER-similarEntities': { scopes, handle: similar },
  'FINDER-urns': { scopes, handle: named },
}
