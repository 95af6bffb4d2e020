// Made by `npm run client` from what the drivers in src/platforms/ declare. Do not edit.

export type PlatformLevel = 'campaign' | 'adset' | 'ad'

export type PlatformVerb =
  | 'adReading'
  | 'automated'
  | 'build'
  | 'checkBudget'
  | 'comments'
  | 'conversions'
  | 'deleteEntity'
  | 'discovery'
  | 'duplicate'
  | 'identities'
  | 'insights'
  | 'kindsOf'
  | 'launch'
  | 'listAdPerformance'
  | 'listAdSets'
  | 'listAds'
  | 'listBoards'
  | 'listCampaigns'
  | 'listChanges'
  | 'listPerformance'
  | 'listProfiles'
  | 'network'
  | 'ownerOf'
  | 'readEntities'
  | 'readMaterials'
  | 'rehearsal'
  | 'reporting'
  | 'roundBudget'
  | 'searchAds'
  | 'setBudget'
  | 'setStatus'
  | 'showAds'
  | 'spendByCampaign'
  | 'termFigures'

/** Where an ad is seen. */
interface PlatformPlacement {
  name: string
  /** Width by height of the picture. */
  ratio: number
  /** beside: texts stand around the picture. over: they lie on it. */
  texts: 'beside' | 'over'
}

export interface KnownPlatform {
  /** Its own name. */
  title: string
  /** What it calls what campaigns are made of. */
  levels: Readonly<Record<PlatformLevel, string>>
  /** What can be copied there. */
  copies: readonly PlatformLevel[]
  /** How many days back it tells of changes; null: any number. */
  changeDays: number | null
  placements: readonly PlatformPlacement[]
  /** Whether people consent to us there; otherwise keys are pasted. */
  hasConsent: boolean
  /** What can be done there. */
  verbs: readonly PlatformVerb[]
}

/** The platforms, by their names here. */
export const knownPlatforms: Readonly<Record<string, KnownPlatform>> = {
  primary: {
    title: 'Meta',
    levels: { campaign: 'campaign', adset: 'ad set', ad: 'ad' },
    copies: ['campaign', 'adset', 'ad'],
    changeDays: null,
    placements: [
      { name: 'Feed', ratio: 0.8, texts: 'beside' },
      { name: 'Story and reel', ratio: 0.5625, texts: 'over' },
      { name: 'Column', ratio: 1.91, texts: 'beside' },
    ],
    hasConsent: true,
    verbs: [
      'listProfiles',
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'kindsOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'deleteEntity',
      'listAds',
      'showAds',
      'listChanges',
      'listPerformance',
      'listAdPerformance',
      'insights',
      'checkBudget',
      'roundBudget',
      'launch',
      'duplicate',
      'reporting',
      'rehearsal',
      'build',
      'adReading',
      'comments',
      'conversions',
      'discovery',
    ],
  },
  pinterest: {
    title: 'Pinterest',
    levels: { campaign: 'campaign', adset: 'ad group', ad: 'ad' },
    copies: [],
    changeDays: null,
    placements: [{ name: 'Pin', ratio: 0.6666666666666666, texts: 'beside' }],
    hasConsent: true,
    verbs: [
      'listProfiles',
      'listBoards',
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'deleteEntity',
      'listAds',
      'listPerformance',
      'listAdPerformance',
      'checkBudget',
      'roundBudget',
      'launch',
      'reporting',
    ],
  },
  snapchat: {
    title: 'Snapchat',
    levels: { campaign: 'campaign', adset: 'ad squad', ad: 'ad' },
    copies: [],
    changeDays: null,
    placements: [{ name: 'Between stories', ratio: 0.5625, texts: 'over' }],
    hasConsent: true,
    verbs: [
      'listProfiles',
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'deleteEntity',
      'listAds',
      'listPerformance',
      'listAdPerformance',
      'checkBudget',
      'roundBudget',
      'launch',
      'reporting',
    ],
  },
  tiktok: {
    title: 'TikTok',
    levels: { campaign: 'campaign', adset: 'ad group', ad: 'ad' },
    copies: ['campaign', 'adset', 'ad'],
    changeDays: null,
    placements: [{ name: 'In the feed', ratio: 0.5625, texts: 'over' }],
    hasConsent: true,
    verbs: [
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'deleteEntity',
      'listAds',
      'showAds',
      'listPerformance',
      'listAdPerformance',
      'readMaterials',
      'checkBudget',
      'roundBudget',
      'identities',
      'launch',
      'automated',
      'duplicate',
      'reporting',
    ],
  },
  'google-ads': {
    title: 'Google Ads',
    levels: { campaign: 'campaign', adset: 'ad group', ad: 'ad' },
    copies: [],
    changeDays: 30,
    placements: [{ name: 'Feed', ratio: 1, texts: 'beside' }],
    hasConsent: true,
    verbs: [
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'deleteEntity',
      'listAds',
      'listChanges',
      'listPerformance',
      'listAdPerformance',
      'termFigures',
      'checkBudget',
      'roundBudget',
      'rehearsal',
      'reporting',
      'searchAds',
    ],
  },
  linkedin: {
    title: 'LinkedIn',
    levels: { campaign: 'campaign group', adset: 'campaign', ad: 'creative' },
    copies: ['campaign', 'adset', 'ad'],
    changeDays: null,
    placements: [{ name: 'Feed', ratio: 1.91, texts: 'beside' }],
    hasConsent: true,
    verbs: [
      'listProfiles',
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'deleteEntity',
      'listAds',
      'listPerformance',
      'listAdPerformance',
      'checkBudget',
      'roundBudget',
      'launch',
      'duplicate',
      'reporting',
      'network',
    ],
  },
  applovin: {
    title: 'AppLovin',
    levels: { campaign: 'campaign', adset: 'campaign', ad: 'creative set' },
    copies: ['campaign'],
    changeDays: null,
    placements: [{ name: 'Full screen', ratio: 0.5625, texts: 'over' }],
    hasConsent: false,
    verbs: [
      'listAdSets',
      'listCampaigns',
      'spendByCampaign',
      'ownerOf',
      'readEntities',
      'setStatus',
      'setBudget',
      'listAds',
      'showAds',
      'listPerformance',
      'listAdPerformance',
      'checkBudget',
      'roundBudget',
      'launch',
      'duplicate',
      'reporting',
    ],
  },
}
