import { z } from 'zod'
import { fillPage, wrongCursor } from '../kit/fill-page.ts'
import type { Paged, PageQuery } from '../contract/manage.ts'
import { largestPage } from './client.ts'
import type { Api, CallOptions } from './client.ts'
import { isId } from './map.ts'
import { CampaignWire, CreativeSetWire, SetsByCampaignWire } from './wire.ts'
import type { CreativeSet } from './wire.ts'

const paths = { campaign: 'campaign/list', set: 'creative_set/list' } as const
const schemas = { campaign: CampaignWire, set: CreativeSetWire } as const
type Kind = keyof typeof paths
type ItemOf<K extends Kind> = z.output<(typeof schemas)[K]>

/** More pages than these are not read to find one thing. */
const maxPages = 50

function schemaOf<K extends Kind>(kind: K): z.ZodType<ItemOf<K>> {
  return schemas[kind] as unknown as z.ZodType<ItemOf<K>>
}

/** Those with these ids that are in the account, in no order. */
export async function readByIds<K extends Kind>(
  api: Api,
  kind: K,
  ids: string[],
  options: CallOptions,
): Promise<ItemOf<K>[]> {
  const wanted = [...new Set(ids.filter(isId))]
  const found: ItemOf<K>[] = []
  for (let start = 0; start < wanted.length; start += largestPage) {
    const some = wanted.slice(start, start + largestPage)
    const query = { ids: some.join(','), page: 1, size: largestPage }
    found.push(...(await api.get(z.array(schemaOf(kind)), paths[kind], query, options)))
  }
  return found
}

/** All of the account's; `isWhole` is false when there are too many to be read for this. */
export async function readAll<K extends Kind>(
  api: Api,
  kind: K,
  options: CallOptions,
): Promise<{ items: ItemOf<K>[]; isWhole: boolean }> {
  const items: ItemOf<K>[] = []
  let pages = 0
  for await (const page of api.pages(schemaOf(kind), paths[kind], {}, options)) {
    items.push(...page)
    if (++pages === maxPages) return { items, isWhole: page.length < largestPage }
  }
  return { items, isWhole: true }
}

/** The sets of one campaign as its own list tells them. It is short, and at times not whole: absence proves nothing. */
export async function readSetsOf(api: Api, campaignId: string, options: CallOptions): Promise<CreativeSet[]> {
  const query = { ids: campaignId, page: 1, size: largestPage }
  const { campaigns } = await api.get(SetsByCampaignWire, 'creative_set/list_by_campaign_id', query, options)
  return campaigns[campaignId] ?? []
}

/** Pages of ours, cut out of the platform's: it filters by nothing but ids. */
export function pageThrough<K extends Kind>(
  api: Api,
  { kind, accountId }: { kind: K; accountId: string },
  query: PageQuery,
  isWanted: (item: ItemOf<K>) => boolean,
): Promise<Paged<ItemOf<K>>> {
  const read = async (cursor: string) => {
    const page = cursor === '' ? 1 : Number(cursor)
    if (!Number.isInteger(page) || page < 1) throw wrongCursor()
    const asked = { page, size: largestPage }
    const items = await api.get(z.array(schemaOf(kind)), paths[kind], asked, { accountId })
    return { items, next: items.length < largestPage ? null : String(page + 1) }
  }
  return fillPage(read, query, isWanted)
}
