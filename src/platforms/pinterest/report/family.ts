import { z } from 'zod'
import { createKept } from '../../kit/remember.ts'
import type { Api, CallOptions } from '../client.ts'
import type { Level } from './question.ts'
import { allStatuses } from '../map.ts'
import { AdGroupWire, AdWire, CampaignWire } from '../wire.ts'

export const ReportAdWire = AdWire.extend({ campaign_id: z.string().nullish() })

interface AdPosition {
  adSetId: string
  campaignId: string
}

/** What figures do not tell: where the account's ads belong and what its campaigns are for, archived ones included. */
export interface Family {
  ads: Map<string, AdPosition>
  campaignOf: Map<string, string>
  /** By campaign id. */
  objectives: Map<string, string | null>
}

const maxRemembered = 20
/** Ads have to be named, so those that were made a moment ago have to be known. */
export const freshMs = 60_000

export interface Families {
  /** As it was not longer ago than that. */
  of(accountId: string, maxAgeMs: number, options: CallOptions): Promise<Family>
}

export function createFamilies(api: Api): Families {
  const kept = createKept<Family>(maxRemembered)
  return {
    of: (accountId, maxAgeMs, options) =>
      kept.youngerThan(maxAgeMs, accountId) ?? kept.read(accountId, () => readFamily(api, options)),
  }
}

async function readFamily(api: Api, options: CallOptions): Promise<Family> {
  const family: Family = { ads: new Map(), campaignOf: new Map(), objectives: new Map() }
  for await (const page of everyPage(api, 'campaigns', CampaignWire, options))
    for (const { id, objective_type: objective } of page) family.objectives.set(id, objective ?? null)
  for await (const page of everyPage(api, 'ad_groups', AdGroupWire, options))
    for (const { id, campaign_id: campaignId } of page) family.campaignOf.set(id, campaignId)
  for await (const page of everyPage(api, 'ads', ReportAdWire, options))
    for (const { id, ad_group_id: adSetId, campaign_id: campaignId } of page)
      family.ads.set(id, { adSetId, campaignId: campaignId ?? family.campaignOf.get(adSetId) ?? 'unknown' })
  return family
}

/** The ids of what can have figures at a level. */
export function idsAt(level: Level, { ads, campaignOf, objectives }: Family): string[] {
  if (level === 'ad') return [...ads.keys()]
  if (level === 'adset') return [...campaignOf.keys()]
  return level === 'campaign' ? [...objectives.keys()] : []
}

/** Everything of the account, also what is archived. */
export async function* everyPage<T>(
  api: Api,
  kind: 'campaigns' | 'ad_groups' | 'ads',
  schema: z.ZodType<T>,
  options: CallOptions,
): AsyncGenerator<T[]> {
  let bookmark: string | undefined
  do {
    const query = { entity_statuses: allStatuses, page_size: 250, bookmark }
    const page = await api.page(schema, `ad_accounts/${options.accountId}/${kind}`, query, options)
    yield page.items
    bookmark = page.after ?? undefined
  } while (bookmark !== undefined)
}
