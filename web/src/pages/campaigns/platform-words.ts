import type { Level } from '../../data/levels.ts'

interface PlatformWords {
  name: string
  levels: Record<Level, string>
  /** What it, or we, can copy. */
  copies: readonly Level[]
  /** Whether it tells who changed what. */
  hasChanges?: boolean
  /** Whether it tells what people say under ads. */
  hasComments?: boolean
}

const usual = { campaign: 'campaign', adset: 'ad set', ad: 'ad' }
const groups = { ...usual, adset: 'ad group' }
const all: readonly Level[] = ['campaign', 'adset', 'ad']

const platforms: Record<string, PlatformWords> = {
  primary: { name: 'Meta', levels: usual, copies: all, hasChanges: true, hasComments: true },
  tiktok: { name: 'TikTok', levels: groups, copies: [] },
  snapchat: { name: 'Snapchat', levels: { ...usual, adset: 'ad squad' }, copies: [] },
  pinterest: { name: 'Pinterest', levels: groups, copies: [] },
  'google-ads': { name: 'Google Ads', levels: groups, copies: [], hasChanges: true },
  linkedin: {
    name: 'LinkedIn',
    levels: { campaign: 'campaign group', adset: 'campaign', ad: 'creative' },
    copies: all,
  },
  applovin: {
    name: 'AppLovin',
    levels: { campaign: 'campaign', adset: 'creative set', ad: 'creative' },
    copies: ['campaign'],
  },
}

/** What things are called on a platform, and what can be done there; held to what the service can by test/web/platform-words.test.ts. */
export function wordsOf(platform: string): PlatformWords {
  return platforms[platform] ?? { name: platform, levels: usual, copies: all, hasChanges: true, hasComments: true }
}

/** Why something of this platform cannot be copied; null: it can. */
export function copyRefusal(platform: string, level: Level): string | null {
  const { name, copies, levels } = wordsOf(platform)
  if (copies.includes(level)) return null
  return copies.length === 0 ? `${name} has no copies.` : `On ${name} a ${levels[level]} cannot be copied alone.`
}

const on = new Set(['ACTIVE', 'ENABLE', 'ENABLED', 'LIVE'])
const over = new Set(['ARCHIVED', 'REMOVED', 'DELETED', 'COMPLETED', 'CANCELED'])

/** Whether its own switch stands on. */
export function isOn(status: string): boolean {
  return on.has(status.toUpperCase())
}

/** Whether there is a switch at all: what is archived or deleted has none. */
export function canSwitch(status: string): boolean {
  return !over.has(status.toUpperCase())
}

/** What the platform says of it, without what every such word begins with. */
export function plainState(word: string): string {
  return word
    .replace(/^(CAMPAIGN|ADGROUP|AD)_STATUS_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
}
