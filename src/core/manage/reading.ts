import { AppError, notFound } from '../../errors.ts'
import type {
  AdReading,
  DiscoveryVerbs,
  PageQuery,
  Paged,
  Post,
  TargetingOption,
  UnreadAd,
} from '../../platforms/contract/manage.ts'
import { required } from '../../lookup.ts'
import { findAccounts, listAccounts, openCached, unusedAccounts } from '../connections/accounts.ts'
import type { OpenConnection, AccountDeps } from '../deps.ts'
import type { Reading } from '../connections/owner.ts'
import { workingFirst } from '../connections/working.ts'

type ReadingDeps = Pick<AccountDeps, 'db' | 'connections'>

/** Every way the company has into platforms that have this verb. */
async function connectionsWith(
  { connections }: ReadingDeps,
  { company }: Reading,
  verb: 'adReading' | 'discovery',
): Promise<OpenConnection[]> {
  const all = await Promise.all(connections.platforms.names.map((name) => connections.openAll(company, name)))
  return all.flat().filter(({ session }) => session[verb] !== undefined)
}

/** Asks each connection for the ads that the ones before could not see; the rest do not exist for this company. */
export async function readAds<T extends { success: true; account_id: string } | UnreadAd>(
  deps: ReadingDeps,
  context: Reading,
  { ids, read }: { ids: string[]; read: (reading: AdReading, ids: string[]) => Promise<(T | null)[]> },
): Promise<(T | UnreadAd)[]> {
  const records = new Map<string, T>()
  const missingIds = () => [...new Set(ids)].filter((id) => !records.has(id))
  for await (const opened of workingFirst(await connectionsWith(deps, context, 'adReading'))) {
    const missing = missingIds()
    const found = await read(required(opened.session.adReading, 'way to read ads'), missing)
    found.forEach((record, index) => record && records.set(required(missing[index], 'id'), record))
    if (missingIds().length === 0) break
  }
  const seen = await seenAds(deps, context, records)
  return ids.map((adId) => seen.get(adId) ?? { adId, success: false, error: `There is no ad ${adId}.` })
}

/** A connection opens more than the caller sees: ads in other workspaces, or in accounts that the company does not use, are not there. */
async function seenAds<T extends { success: true; account_id: string } | UnreadAd>(
  deps: ReadingDeps,
  context: Reading,
  records: Map<string, T>,
): Promise<Map<string, T>> {
  const accountOf = (record: T) => ('account_id' in record ? record.account_id : null)
  const ids = [...records.values()].flatMap((record) => accountOf(record) ?? [])
  if (context.company.workspaces === undefined) {
    const unused = await unusedAccounts(deps.db, context, ids)
    return new Map([...records].filter(([, record]) => !unused.has(accountOf(record) ?? '')))
  }
  const accounts = await findAccounts(deps, context, ids)
  return new Map([...records].filter(([, record]) => accounts.has(accountOf(record) ?? '')))
}

/** The first connection that knows an answer gives it. */
async function askDiscovery<T>(
  deps: ReadingDeps,
  context: Reading,
  ask: (discovery: DiscoveryVerbs) => Promise<T | null>,
): Promise<T | null> {
  for await (const opened of workingFirst(await connectionsWith(deps, context, 'discovery'))) {
    const answer = await ask(required(opened.session.discovery, 'way to discover'))
    if (answer !== null) return answer
  }
  return null
}

export async function searchTargeting(
  deps: ReadingDeps,
  context: Reading,
  query: { q: string; type: string; limit: number },
): Promise<TargetingOption[]> {
  const found = await askDiscovery(deps, context, (discovery) => discovery.searchTargeting(query))
  if (found) return found
  throw new AppError('platform_unavailable', 'There is no connection to search with.', {}, { 'retry-after': '60' })
}

export async function readPosts(
  deps: ReadingDeps,
  context: Reading,
  { pageId, ...query }: PageQuery & { pageId: string },
): Promise<Paged<Post>> {
  await requirePage(deps, context, pageId)
  const posts = await askDiscovery(deps, context, (discovery) => discovery.listPosts(pageId, query))
  if (!posts) throw notFound('page', pageId)
  return posts
}

const maxAccounts = 1_000

/** Whoever works in some workspaces reads the pages that speak in an account of those; any other is 404. */
async function requirePage(deps: ReadingDeps, context: Reading, pageId: string): Promise<void> {
  if (context.company.workspaces === undefined) return
  const { accounts } = await listAccounts(deps, context, { offset: 0, limit: maxAccounts })
  for (const account of accounts.filter((each) => each.is_connected)) {
    const { session } = await openCached(deps, context, account)
    if (!session.discovery || !session.listProfiles) continue
    const profiles = await session.listProfiles(account.account_id)
    if (profiles.some(({ page }) => page === pageId)) return
  }
  throw notFound('page', pageId)
}
