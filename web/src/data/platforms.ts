import { knownPlatforms } from '../../../client/src/index.ts'
import type { KnownPlatform, PlatformLevel, PlatformVerb } from '../../../client/src/index.ts'
import { listed } from '../languages/lists.ts'
import { t, wordFor } from '../languages/t.ts'

/** What campaigns are made of; each platform has its own words for it. */
export type Level = PlatformLevel

/** Where an ad is seen, drawn as it would appear there. */
export type Placement = KnownPlatform['placements'][number]

/** What people read of a platform. One that a newer service has and this page does not know is called by its name here. */
export function platformOf(name: string): KnownPlatform {
  return platforms[name] ?? { ...unknown, title: name }
}

/** Each with its words for levels as the reader has them. */
const platforms: Readonly<Record<string, KnownPlatform>> = Object.fromEntries(
  Object.entries(knownPlatforms).map(([name, platform]) => {
    const { campaign, adset, ad } = platform.levels
    const levels = { campaign: wordFor(campaign), adset: wordFor(adset), ad: wordFor(ad) }
    const placements = platform.placements.map((placement) => ({ ...placement, name: wordFor(placement.name) }))
    const networks = platform.networks.map(({ positions, ...network }) => ({
      ...network,
      ...(positions && { positions: positions.map((one) => ({ ...one, title: wordFor(one.title) })) }),
    }))
    return [name, { ...platform, levels, placements, networks }]
  }),
)

const unknown: Omit<KnownPlatform, 'title'> = {
  companion: null,
  networks: [],
  mark: { colour: '#555b66', path: 'M6 10h8' },
  levels: { campaign: t('campaign'), adset: t('ad set'), ad: t('ad') },
  copies: ['campaign', 'adset', 'ad'],
  changeDays: null,
  placements: [{ name: t('Feed'), ratio: 1, texts: 'beside' }],
  hasConsent: false,
  verbs: [],
}

/** Those at which people consent to us. */
export const consentingPlatforms = Object.keys(knownPlatforms).filter((name) => knownPlatforms[name]?.hasConsent)

export const titleOf = (name: string): string => platformOf(name).title

/** Whether that can be done on a platform. On an unknown one the service says so. */
export function can(name: string, verb: PlatformVerb): boolean {
  return knownPlatforms[name]?.verbs.includes(verb) ?? true
}

/** Those where that can be done, as a list in a sentence. */
export function titlesWith(verb: PlatformVerb): string {
  const able = Object.values(knownPlatforms).filter(({ verbs }) => verbs.includes(verb))
  return listed(able.map(({ title }) => title))
}

/** Platforms to choose from, each once. */
export const platformOptions = (names: Iterable<string>) =>
  [...new Set(names)].map((name) => ({ value: name, label: titleOf(name) }))

/** Why something of this platform cannot be copied; null: it can. */
export function copyRefusal(name: string, level: Level): string | null {
  const { title, copies, levels } = platformOf(name)
  if (copies.includes(level)) return null
  if (copies.length === 0) return t('{title} has no copies.', { title })
  return t('On {title} only a {format} can be copied.', {
    title,
    format: listed(copies.map((each) => levels[each])),
  })
}
