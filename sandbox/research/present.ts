import { brands, findBrand } from './brands.ts'
import type { Brand } from './brands.ts'
import type { LibraryAd } from './library.ts'
import type { StoredBoard, StoredFollow, World } from './world.ts'
import { required } from '../core/required.ts'

const dayMs = 86_400_000

/** For whom something is shown: addresses in answers lead back to where the caller found us. */
export interface View {
  world: World
  tenant: string
  origin: string
}

export function adView({ world, origin }: View, ad: LibraryAd) {
  return {
    id: ad.id,
    brandId: ad.brand.id,
    brandName: ad.brand.name,
    platforms: ad.platforms,
    countries: ad.countries,
    format: ad.format,
    headline: ad.headline,
    body: ad.body,
    cta: ad.cta,
    landingPageUrl: `https://${ad.brand.domain}${ad.landingPath}`,
    media: ad.media.map(({ type, path, thumbnailPath, width, height }) => ({
      type,
      url: origin + path,
      thumbnailUrl: origin + thumbnailPath,
      width,
      height,
    })),
    firstSeenAt: daysAgo(world, ad.firstSeenDaysAgo),
    lastSeenAt: daysAgo(world, ad.lastSeenDaysAgo),
    isActive: ad.lastSeenDaysAgo === 0,
    daysActive: ad.firstSeenDaysAgo - ad.lastSeenDaysAgo + 1,
  }
}

export function adDetails(view: View, ad: LibraryAd) {
  const { world, tenant } = view
  const boards = world.boards.lookup('tenant', tenant).filter(({ adIds }) => adIds.includes(ad.id))
  const similar = world
    .library()
    .filter(({ id, brand, format }) => brand === ad.brand && format === ad.format && id !== ad.id)
  return {
    ...adView(view, ad),
    industry: ad.brand.industry,
    pageUrl: pageUrl(view, ad.brand),
    boardIds: boards.map(({ id }) => id),
    similarAdIds: similar.slice(0, 5).map(({ id }) => id),
  }
}

export function boardView({ id, name, description, adIds, createdAt }: StoredBoard) {
  return { id, name, description, adCount: adIds.length, adIds, createdAt }
}

export function brandView(view: View, brand: Brand) {
  const { id, name, domain, industry } = brand
  return { id, name, domain, industry, logoUrl: logoUrl(view, brand), pageUrl: pageUrl(view, brand) }
}

export function brandOverview(view: View, brand: Brand) {
  const ads = view.world.library().filter((ad) => ad.brand === brand)
  const longest = [...ads].sort((a, b) => lengthOf(b) - lengthOf(a) || a.id.localeCompare(b.id))
  return {
    brand: brandView(view, brand),
    adCount: ads.length,
    activeAdCount: ads.filter(({ lastSeenDaysAgo }) => lastSeenDaysAgo === 0).length,
    newAdCount: ads.filter(({ firstSeenDaysAgo }) => firstSeenDaysAgo <= 7).length,
    platforms: counted(ads.flatMap((ad) => ad.platforms)),
    countries: counted(ads.flatMap((ad) => ad.countries)),
    formats: counted(ads.map((ad) => ad.format)),
    firstSeenAt: daysAgo(view.world, Math.max(...ads.map((ad) => ad.firstSeenDaysAgo))),
    lastSeenAt: daysAgo(view.world, Math.min(...ads.map((ad) => ad.lastSeenDaysAgo))),
    longestRunning: longest.slice(0, 3).map((ad) => adView(view, ad)),
  }
}

export function followView(view: View, { brandId, followedAt }: StoredFollow) {
  const brand = required(findBrand(brandId), 'brand')
  const { adCount, activeAdCount, newAdCount } = brandOverview(view, brand)
  return { ...brandView(view, brand), followedAt, adCount, activeAdCount, newAdCount }
}

function lengthOf({ firstSeenDaysAgo, lastSeenDaysAgo }: LibraryAd): number {
  return firstSeenDaysAgo - lastSeenDaysAgo
}

function counted(words: string[]): { name: string; adCount: number }[] {
  const groups = Map.groupBy(words, (word) => word)
  return [...groups]
    .map(([name, { length }]) => ({ name, adCount: length }))
    .sort((a, b) => b.adCount - a.adCount || a.name.localeCompare(b.name))
}

function daysAgo(world: World, days: number): string {
  const today = Math.floor(world.now().getTime() / dayMs) * dayMs
  return new Date(today - days * dayMs).toISOString()
}

function logoUrl({ origin }: View, brand: Brand): string {
  return `${origin}/_assets/square.png?v=${90_000 + brands.indexOf(brand)}`
}

function pageUrl({ origin }: View, brand: Brand): string {
  return `${origin}/research/pages/${brand.id}`
}
