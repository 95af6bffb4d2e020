import { hashText } from '../../core/figures/random.ts'
import { customerOf, inCamelCase, readBody } from '../call.ts'
import type { AdsCall } from '../call.ts'
import { badJson, refusal } from '../errors.ts'
import { isCountry } from '../objects/countries.ts'
import { sameText } from '../objects/objects.ts'

const seeds: Record<string, string[]> = {
  keywordSeed: ['keywords'],
  urlSeed: ['url'],
  keywordAndUrlSeed: ['url', 'keywords'],
  siteSeed: ['site'],
}
const others = [
  ...['customerId', 'language', 'geoTargetConstants', 'includeAdultKeywords', 'pageToken', 'pageSize'],
  ...['keywordPlanNetwork', 'keywordAnnotation', 'aggregateMetrics', 'historicalMetricsOptions'],
]
const maxKeywords = 20
const maxPlaces = 10
const around = ['', 'best ', 'buy ', 'cheap ', 'handmade ', 'used ']
const levels = ['LOW', 'MEDIUM', 'HIGH']

function textsIn(value: unknown, field: string): string[] {
  const list = value ?? []
  if (!Array.isArray(list) || list.some((each) => typeof each !== 'string'))
    throw badJson(field, `Invalid value at '${field}' (TYPE_STRING)`)
  return list as string[]
}

/** What is asked about: the words themselves, or those of an address. */
function wordsOf(seed: object, name: string): string[] {
  const fields = inCamelCase(seed, seeds[name]!, name)
  const keywords = textsIn(fields['keywords'], 'keywords')
  if (keywords.length > maxKeywords)
    throw refusal('collectionSizeError.TOO_MANY', `At most ${maxKeywords} keywords can be asked about.`)
  const address = fields['url'] ?? fields['site']
  const words = [...keywords, ...(typeof address === 'string' ? [address.replace(/^https?:\/\/|[/?#].*$/g, '')] : [])]
  if (words.length === 0 || words.some((word) => word.trim() === ''))
    throw refusal('keywordPlanIdeaError.INVALID_VALUE', 'A value of the seed is empty or missing.')
  return words
}

function ideaOf(text: string): object {
  const hash = hashText(`idea ${text}`)
  const bid = (shift: number) => String((20 + ((hash >>> shift) % 300)) * 10_000)
  const keywordIdeaMetrics = {
    ...{ avgMonthlySearches: String(10 * (1 + (hash % 2000))), competition: levels[hash % 3] },
    ...{ competitionIndex: String(hash % 101), lowTopOfPageBidMicros: bid(3), highTopOfPageBidMicros: bid(7) },
  }
  return { text, keywordIdeaMetrics }
}

/** `customers/1:generateKeywordIdeas` */
export function generateKeywordIdeas(call: AdsCall, [id = '']: string[]): object {
  const customer = customerOf(call, id)
  const fields = readBody(call, [...Object.keys(seeds), ...others])
  const given = Object.keys(seeds).filter((name) => fields[name] !== undefined)
  if (given.length > 1) throw badJson('', "Invalid value (oneof), oneof field 'seed' is already set.")
  const [name] = given
  const seed = name === undefined ? undefined : fields[name]
  if (name === undefined || typeof seed !== 'object' || seed === null)
    throw refusal('requestError.REQUIRED_FIELD_MISSING', 'The seed is missing.')
  const places = textsIn(fields['geoTargetConstants'], 'geo_target_constants')
  if (places.length > maxPlaces)
    throw refusal('collectionSizeError.TOO_MANY', `At most ${maxPlaces} locations can be named.`)
  const unknown = places.find((place) => !isCountry(place))
  if (unknown !== undefined)
    throw refusal('mutateError.RESOURCE_NOT_FOUND', 'Resource was not found.', { trigger: unknown })
  const words = wordsOf(seed, name)
  call.limiter.charge(call.tenant, customer.id, 1)
  const texts = new Set(words.flatMap((word) => around.map((before) => sameText(before + word))))
  return { results: [...texts].map(ideaOf), totalSize: String(texts.size) }
}
