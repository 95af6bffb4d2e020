import type { Operation } from './call/call.ts'

/** Where an operation is found among the resources: `getBatchStatus` is `batches.status`. */
export interface Place {
  resource: string
  method: string
}

/**
 * Every list is a resource, and what is done to one of its entries lies beside it; what no list is of lies where its address says. Older
 * addresses and what is no part of the interface have no place.
 */
export function placesOf(operations: Readonly<Record<string, Operation>>): Map<string, Place> {
  const served = Object.entries(operations).filter(([, { path }]) => path.startsWith('/v1/'))
  const lists = served.filter(([, { goesOnWith }]) => goesOnWith !== undefined).map(([name]) => splitVerb(name).noun)
  const nouns = lists.flatMap((list) => [list, ...singulars(list)].map((noun) => ({ list, noun })))
  // The longest says most: "WebhookDelivery" is no webhook.
  nouns.sort((one, other) => other.noun.length - one.noun.length)
  return new Map(served.map(([name, { path }]) => [name, placeOf(name, path, nouns)]))
}

function placeOf(name: string, path: string, nouns: { list: string; noun: string }[]): Place {
  const { verb, noun } = splitVerb(name)
  const found = nouns.find((known) => beginsWith(noun, known.noun))
  if (found) return { resource: lower(found.list), method: methodOf(verb, noun.slice(found.noun.length)) }
  const [, , section = ''] = path.split('/')
  const resource = section.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase())
  const own = [resource, ...singulars(resource)].find((word) => beginsWith(noun, capital(word)))
  return { resource, method: methodOf(verb, noun.slice(own?.length ?? 0)) }
}

/** What is only read is called by its name alone. */
function methodOf(verb: string, rest: string): string {
  const isRead = ['get', 'read', 'list', 'query'].includes(verb)
  return isRead && rest !== '' ? lower(rest) : verb + rest
}

function splitVerb(name: string): { verb: string; noun: string } {
  const [verb] = /^[a-z]*/.exec(name) ?? ['']
  return { verb, noun: name.slice(verb.length) }
}

function singulars(plural: string): string[] {
  if (plural.endsWith('ies')) return [`${plural.slice(0, -3)}y`]
  if (plural.endsWith('ches')) return [plural.slice(0, -2)]
  return plural.endsWith('s') ? [plural.slice(0, -1)] : []
}

/** Whole words: "AdSet" does not begin with "Ads", nor "Adset" with "Ad". */
function beginsWith(noun: string, word: string): boolean {
  return noun.startsWith(word) && !/^[a-z]/.test(noun.slice(word.length))
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)
