import type { z } from 'zod'
import { fillPage, wrongCursor } from '../kit/fill-page.ts'
import type { Paged, PageQuery } from '../contract/manage.ts'
import type { Api, Params } from './client.ts'
import { smartAds } from './manage/ads-in.ts'
import { AdWire } from './wire.ts'
import type { Ad } from './wire.ts'

/** The most that a page may be asked to hold. */
export const largestPage = 1_000

/** Pages have numbers here, which mean something only together with their size: both are in the cursor. */
export function pageThrough<T>(
  api: Api,
  { schema, path, params }: { schema: z.ZodType<T>; path: string; params: Params & { advertiser_id: string } },
  query: PageQuery,
  isWanted: (item: T) => boolean,
): Promise<Paged<T>> {
  const read = async (cursor: string) => {
    const [number, size] = cursor === '' ? [1, query.limit] : placeIn(cursor)
    const asked = { ...params, page: number, page_size: size }
    const { items, isLast } = await api.page(schema, path, asked, { accountId: params.advertiser_id })
    return { items, next: isLast ? null : `${number + 1}x${size}` }
  }
  return fillPage(read, query, isWanted)
}

const largestSmartPage = 100

/**
 * Manual ads, then Smart+ ads, which have a list of their own; it is read only where the first one shows one of their creatives,
 * or lacks ads that were named. A cursor says which list it is in and, of the first, whether one was seen.
 */
export function pageThroughAds(
  api: Api,
  { accountId, adSetId, ids, status }: AdFilter,
  query: PageQuery,
  isWanted: (ad: Ad) => boolean,
): Promise<Paged<Ad>> {
  const shared = { adgroup_ids: adSetId ? [adSetId] : undefined, primary_status: status }
  const options = { accountId }
  const about = { advertiser_id: accountId }
  const readSmart = async (number: number, size: number) => {
    const filtering = { ...shared, smart_plus_ad_ids: ids }
    const params = { ...about, filtering, page: number, page_size: Math.min(size, largestSmartPage) }
    const { items, isLast } = await api.page(smartAds.schema, smartAds.path, params, options)
    return { items, next: isLast ? null : `smart ${number + 1}x${params.page_size}` }
  }
  const read = async (cursor: string) => {
    const [, list = '', place = ''] = /^(smart |seen |)(.*)$/.exec(cursor) ?? []
    const [number, size] = place === '' ? [1, query.limit] : placeIn(place)
    if (list === 'smart ') return readSmart(number, size)
    const params = { ...about, filtering: { ...shared, ad_ids: ids }, page: number, page_size: size }
    const { items, isLast } = await api.page(AdWire, 'ad/get', params, options)
    const manual = items.filter((ad) => ad.smart_plus_ad_id === null)
    const isSeen = list === 'seen ' || manual.length < items.length
    if (!isLast) return { items: manual, next: `${isSeen ? 'seen ' : ''}${number + 1}x${size}` }
    const lacksSome = ids !== undefined && manual.length < ids.length
    return { items: manual, next: isSeen || lacksSome ? `smart 1x${Math.min(size, largestSmartPage)}` : null }
  }
  return fillPage(read, query, isWanted)
}

interface AdFilter {
  accountId: string
  adSetId: string | undefined
  ids: string[] | undefined
  /** Deleted or not, in the platform's word. */
  status: string | undefined
}

function placeIn(cursor: string): [number: number, size: number] {
  const [, number, size] = /^([1-9]\d{0,5})x([1-9]\d{0,3})$/.exec(cursor) ?? []
  if (number === undefined || size === undefined) throw wrongCursor()
  return [Number(number), Number(size)]
}
