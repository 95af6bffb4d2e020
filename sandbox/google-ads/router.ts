import type { AdsCall } from './call.ts'
import { PlainRefusal } from './errors.ts'
import { writtenKinds } from './mutate/kinds.ts'
import { mutateAll, mutateKind } from './mutate/mutate.ts'
import { listAccessibleCustomers, search, searchStream } from './search.ts'
import { readField, searchFields } from './tools/catalogue.ts'
import { generateKeywordIdeas } from './tools/ideas.ts'
import { suggestPlaces } from './tools/places.ts'
import { generatePreviews } from './tools/previews.ts'

export interface Route {
  method: string
  pattern: RegExp
  handle(call: AdsCall, parts: string[]): object
}

const words = writtenKinds.map(({ kind }) => kind).join('|')

/** Paths below the version. */
const routes: Route[] = [
  { method: 'GET', pattern: /^\/customers:listAccessibleCustomers$/, handle: listAccessibleCustomers },
  { method: 'POST', pattern: /^\/customers\/([^/]+)\/googleAds:search$/, handle: search },
  { method: 'POST', pattern: /^\/customers\/([^/]+)\/googleAds:searchStream$/, handle: searchStream },
  { method: 'POST', pattern: /^\/customers\/([^/]+)\/googleAds:mutate$/, handle: mutateAll },
  { method: 'POST', pattern: /^\/customers\/([^/]+):generateKeywordIdeas$/, handle: generateKeywordIdeas },
  { method: 'POST', pattern: /^\/customers\/([^/]+):generateShareablePreviews$/, handle: generatePreviews },
  { method: 'POST', pattern: /^\/geoTargetConstants:suggest$/, handle: suggestPlaces },
  { method: 'POST', pattern: /^\/googleAdsFields:search$/, handle: searchFields },
  { method: 'GET', pattern: /^\/googleAdsFields\/([\w.]+)$/, handle: readField },
  { method: 'POST', pattern: new RegExp(`^/customers/([^/]+)/(${words}):mutate$`), handle: mutateKind },
]

/** Which operation a path means, and the parts of it that vary. */
export function findRoute(method: string, path: string): { route: Route; parts: string[] } {
  for (const route of routes) {
    const match = route.pattern.exec(path)
    if (match && route.method === method) return { route, parts: match.slice(1) }
  }
  throw new PlainRefusal(404, 'Method not found.')
}
