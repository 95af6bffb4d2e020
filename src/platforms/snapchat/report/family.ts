import { createKept } from '../../kit/remember.ts'
import type { CallOptions, Params, Snap } from '../client.ts'
import type { Entity } from '../elements.ts'
import { largestPage, queryOf } from '../client.ts'
import type { SnapPage } from '../client.ts'
import { ReportAdSquadWire, ReportAdWire } from './wire.ts'
import { AccountWire } from '../wire.ts'

interface AdSet {
  campaignId: string
  goal: string | null
}

/** What figures do not tell: where an account's ads belong, deleted ones included. */
export interface Family {
  /** By ad id. */
  adSetOf: Map<string, string>
  adSets: Map<string, AdSet>
}

const rememberMs = 60 * 60_000
const maxRemembered = 20
const maxZones = 5_000

export interface Families {
  of(accountId: string, options: CallOptions): Promise<Family>
  /** Reads it anew: an ad turned up that was not there before. */
  anew(accountId: string, options: CallOptions): Promise<Family>
  /** The account's own, in which its days are cut. It cannot be changed. */
  timeZoneOf(accountId: string, options: CallOptions): Promise<string>
}

/** Ads never move, so one reading serves many questions. */
export function createFamilies(snap: Snap): Families {
  const kept = createKept<Family>(maxRemembered)
  const zones = new Map<string, string>()
  const anew = (accountId: string, options: CallOptions) =>
    kept.read(accountId, () => readFamily(snap, accountId, options))

  return {
    of: (accountId, options) => kept.youngerThan(rememberMs, accountId) ?? anew(accountId, options),
    anew,
    async timeZoneOf(accountId, options) {
      const found = zones.get(accountId)
      if (found !== undefined) return found
      const { timezone } = await snap.read({ kind: 'adaccount', schema: AccountWire }, accountId, {}, options)
      if (zones.size >= maxZones) zones.clear()
      zones.set(accountId, timezone)
      return timezone
    },
  }
}

async function readFamily(snap: Snap, accountId: string, options: CallOptions): Promise<Family> {
  const family: Family = { adSetOf: new Map(), adSets: new Map() }
  for await (const page of everyPage(snap, { kind: 'adsquad', schema: ReportAdSquadWire }, accountId, options))
    for (const { id, campaign_id: campaignId, optimization_goal: goal } of page)
      family.adSets.set(id, { campaignId, goal: goal ?? null })
  for await (const page of everyPage(snap, { kind: 'ad', schema: ReportAdWire }, accountId, options))
    for (const { id, ad_squad_id: adSetId } of page) family.adSetOf.set(id, adSetId)
  return family
}

const paths = { campaign: 'campaigns', adsquad: 'adsquads', ad: 'ads' }

/** The account's campaigns, ad sets or ads, also those that were deleted. */
export async function* everyPage<T>(
  snap: Snap,
  entity: Entity<T> & { kind: keyof typeof paths },
  accountId: string,
  options: CallOptions,
): AsyncGenerator<T[]> {
  const params: Params = { limit: largestPage, read_deleted_entities: true }
  let query: string | null = queryOf(params)
  while (query !== null) {
    const page: SnapPage<T> = await snap.page(entity, `adaccounts/${accountId}/${paths[entity.kind]}`, query, options)
    yield page.items
    query = page.next
  }
}
