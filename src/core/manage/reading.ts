import { AppError, notFound } from '../../errors.ts'
import type { AdDebugRecord, AdReading, DiscoveryVerbs, PerformanceQuery } from '../../platforms/contract/manage.ts'
import { platforms } from '../../platforms/index.ts'
import type { OpenConnection } from '../connections.ts'
import { requireVerb } from '../verbs.ts'
import { open, readEntity } from './opening.ts'
import type { ManageCall } from './opening.ts'

type ReadCall = Omit<ManageCall, 'operationKey'>

/** Every way the company has into platforms that have this verb. */
async function connectionsWith<V extends 'adReading' | 'discovery'>(
  { services, company }: ReadCall,
  verb: V,
): Promise<OpenConnection[]> {
  const all = await Promise.all(platforms.map(({ name }) => services.connections.openAll(company, name)))
  return all.flat().filter(({ session }) => session[verb] !== undefined)
}

/** Asks each connection for the ads that the ones before could not see; the rest do not exist for this company. */
export async function readAds(
  call: ReadCall,
  ids: string[],
  read: (reading: AdReading, ids: string[]) => Promise<(AdDebugRecord | null)[]>,
): Promise<AdDebugRecord[]> {
  const records = new Map<string, AdDebugRecord>()
  for (const { session } of await connectionsWith(call, 'adReading')) {
    const missing = [...new Set(ids)].filter((id) => !records.has(id))
    if (missing.length === 0) break
    const found = await read(session.adReading!, missing)
    found.forEach((record, index) => record && records.set(missing[index]!, record))
  }
  return ids.map((adId) => records.get(adId) ?? { adId, success: false, error: `There is no ad ${adId}.` })
}

/** The first connection that knows an answer gives it. */
export async function askDiscovery<T>(
  call: ReadCall,
  ask: (discovery: DiscoveryVerbs) => Promise<T | null>,
): Promise<T | null> {
  for (const { session } of await connectionsWith(call, 'discovery')) {
    const answer = await ask(session.discovery!)
    if (answer !== null) return answer
  }
  return null
}

/** A page of campaigns or ad sets with their figures. */
export async function readPerformance(
  call: ReadCall,
  level: 'campaign' | 'adset',
  accountId: string,
  query: PerformanceQuery,
) {
  const opened = await open(call, accountId)
  const list = requireVerb(opened.session, opened.platform.name, 'listPerformance')
  if (query.campaignId) await readEntity(opened, { type: 'campaign', id: query.campaignId })
  return { ...(await list(opened.ref, level, query)), currency: opened.ref.currency }
}

export async function searchTargeting(call: ReadCall, query: { q: string; type: string; limit: number }) {
  const found = await askDiscovery(call, (discovery) => discovery.searchTargeting(query))
  if (found) return found
  throw new AppError('platform_unavailable', 'There is no connection to search with.', {}, { 'retry-after': '60' })
}

export async function readPosts(call: ReadCall, pageId: string, query: { limit: number; after?: string }) {
  const posts = await askDiscovery(call, (discovery) => discovery.listPosts(pageId, query))
  if (!posts) throw notFound('page', pageId)
  return posts
}
