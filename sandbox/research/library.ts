import { createRandom, hashText } from '../core/figures/random.ts'
import type { Random } from '../core/figures/random.ts'
import { brands } from './brands.ts'
import type { Brand } from './brands.ts'

export const platforms = ['facebook', 'instagram', 'tiktok', 'pinterest', 'snapchat'] as const
export const formats = ['image', 'video', 'carousel'] as const
export const countries = ['US', 'GB', 'DE', 'FR', 'SE', 'JP', 'AU', 'CA'] as const

type AdPlatform = (typeof platforms)[number]
type AdFormat = (typeof formats)[number]
type Country = (typeof countries)[number]

interface MediaPlan {
  type: 'image' | 'video'
  /** Below the sandbox's own address. */
  path: string
  /** The still picture of a video. */
  thumbnailPath: string
  width: number
  height: number
}

/** One ad as the library keeps it: times as days before today, addresses without a host. */
export interface LibraryAd {
  id: string
  brand: Brand
  platforms: AdPlatform[]
  countries: Country[]
  format: AdFormat
  headline: string
  body: string
  cta: string
  landingPath: string
  media: MediaPlan[]
  firstSeenDaysAgo: number
  lastSeenDaysAgo: number
}

const adsPerBrand = 25
const ctas = ['SHOP_NOW', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER']
const hooks = [
  'The {} everybody asks about',
  'Why our {} lasts',
  'Your new {} is here',
  'A {} without compromise',
  'Last days: {} at a small price',
  'Made slowly: the {}',
]
const bodies = [
  'We tried eleven versions of this {} and kept one.',
  'Thousands of people changed to our {} this year. Here is why.',
  'Free returns for 100 days. Try the {} at home.',
  'Every {} is repaired for free, for as long as you own it.',
]
const sizes = {
  image: [
    { name: 'square.png', width: 1080, height: 1080 },
    { name: 'portrait.png', width: 1080, height: 1350 },
    { name: 'vertical.png', width: 1080, height: 1920 },
    { name: 'landscape.png', width: 1200, height: 628 },
  ],
  video: [
    { name: 'square.mp4', width: 1080, height: 1080 },
    { name: 'vertical.mp4', width: 1080, height: 1920 },
  ],
}

/** The whole library: the same for the same seed. */
export function makeLibrary(seed: number): LibraryAd[] {
  const random = createRandom(seed ^ hashText('research library'))
  return brands.flatMap((brand, place) =>
    Array.from({ length: adsPerBrand }, (_, index) => makeAd(random, brand, place * adsPerBrand + index + 1)),
  )
}

function makeAd(random: Random, brand: Brand, number: number): LibraryAd {
  const format = random.pick(formats)
  const goods = random.pick(brand.goods)
  const firstSeenDaysAgo = random.integer(1, 400)
  // Every other ad still runs: it was seen today.
  const lastSeenDaysAgo = random.next() < 0.5 ? 0 : random.integer(0, firstSeenDaysAgo - 1)
  return {
    id: `ad_${String(number).padStart(4, '0')}`,
    brand,
    platforms: someOf(random, platforms, 3),
    countries: someOf(random, countries, 4),
    format,
    headline: random.pick(hooks).replace('{}', goods),
    body: random.pick(bodies).replace('{}', goods),
    cta: random.pick(ctas),
    landingPath: `/${goods.replaceAll(' ', '-')}`,
    media: Array.from({ length: format === 'carousel' ? 3 : 1 }, (_, place) =>
      makeMedia(random, format, number, place),
    ),
    firstSeenDaysAgo,
    lastSeenDaysAgo,
  }
}

function makeMedia(random: Random, format: AdFormat, number: number, place: number): MediaPlan {
  const type = format === 'video' ? 'video' : 'image'
  const { name, width, height } = random.pick(sizes[type])
  const version = number * 10 + place
  const path = `/_assets/${name}?v=${version}`
  return { type, path, thumbnailPath: path.replace('.mp4', '.png'), width, height }
}

/** At least one, at most `most`, in the order of the list. */
function someOf<T>(random: Random, items: readonly T[], max: number): T[] {
  const wanted = random.integer(1, max)
  const chosen = new Set<T>()
  while (chosen.size < wanted) chosen.add(random.pick(items))
  return items.filter((item) => chosen.has(item))
}
