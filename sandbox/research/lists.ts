import { z } from 'zod'
import { TRPCError } from '@trpc/server'
import { countries, formats, platforms } from './library.ts'
import type { LibraryAd } from './library.ts'

export const pageInput = {
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().max(100).optional(),
}

export const adFilters = z.strictObject({
  ...pageInput,
  search: z.string().max(200).optional(),
  brandId: z.string().max(50).optional(),
  platform: z.enum(platforms).optional(),
  country: z.enum(countries).optional(),
  format: z.enum(formats).optional(),
  isActive: z.boolean().optional(),
  sort: z.enum(['newest', 'oldest', 'longest']).default('newest'),
})

type AdFilters = z.output<typeof adFilters>

export function chooseAds(ads: LibraryAd[], filters: AdFilters): LibraryAd[] {
  const { brandId, platform, country, format, isActive } = filters
  const words = (filters.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (ad: LibraryAd) =>
    (brandId === undefined || ad.brand.id === brandId) &&
    (platform === undefined || ad.platforms.includes(platform)) &&
    (country === undefined || ad.countries.includes(country)) &&
    (format === undefined || ad.format === format) &&
    (isActive === undefined || isActive === (ad.lastSeenDaysAgo === 0)) &&
    words.every((word) => textOf(ad).includes(word))
  return ads.filter(isWanted).sort((a, b) => ranks[filters.sort](a) - ranks[filters.sort](b) || (a.id < b.id ? -1 : 1))
}

const ranks: Record<AdFilters['sort'], (ad: LibraryAd) => number> = {
  newest: (ad) => ad.firstSeenDaysAgo,
  oldest: (ad) => -ad.firstSeenDaysAgo,
  longest: (ad) => ad.lastSeenDaysAgo - ad.firstSeenDaysAgo,
}

function textOf({ headline, body, brand }: LibraryAd): string {
  return `${headline} ${body} ${brand.name}`.toLowerCase()
}

/** A page of a list; its cursor says how many came before. */
export function pageOf<T>(all: T[], { limit, cursor }: { limit: number; cursor?: string }) {
  const from = cursor === undefined ? 0 : Number(/^c(\d{1,6})$/.exec(cursor)?.[1] ?? NaN)
  if (Number.isNaN(from)) throw new TRPCError({ code: 'BAD_REQUEST', message: 'The cursor is not one of ours.' })
  const items = all.slice(from, from + limit)
  const end = from + items.length
  return { items, total: all.length, nextCursor: end < all.length ? `c${end}` : null }
}
