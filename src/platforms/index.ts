import { meta } from './meta/index.ts'
import { pinterest } from './pinterest/index.ts'
import { snapchat } from './snapchat/index.ts'
import type { Platform } from './contract/platform.ts'
import { tiktok } from './tiktok/index.ts'
import { lookUp } from '../lookup.ts'

/** The one table of platforms. */
export const platforms: Platform[] = [meta, pinterest, snapchat, tiktok]

/** Words for platforms, ours and the callers', including those whose drivers are still to come. */
const words: Record<string, string> = {
  primary: 'primary',
  'short-video': 'tiktok',
  tiktok: 'tiktok',
  'photo-messaging': 'snapchat',
  snapchat: 'snapchat',
  pin: 'pinterest',
  pinterest: 'pinterest',
  'search-ads': 'google-ads',
  'google-ads': 'google-ads',
  'professional-network': 'linkedin',
  linkedin: 'linkedin',
  'mobile-app': 'applovin',
  applovin: 'applovin',
  axon: 'applovin',
  ...Object.fromEntries(platforms.flatMap((platform) => platform.aliases.map((alias) => [alias, platform.name]))),
}

export const platformWords = Object.keys(words)

/** The platform's name for any of its words, or null. */
export function platformNamed(word: string): string | null {
  return lookUp(words, word.toLowerCase()) ?? null
}

export function driverOf(name: string): Platform | undefined {
  return platforms.find((platform) => platform.name === name)
}

/** Where ads can be shown by their pictures, best first. */
export function hasTopAds(name: string): boolean {
  return name === meta.name || name === tiktok.name
}
