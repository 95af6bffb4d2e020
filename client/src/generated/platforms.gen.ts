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

/** A network that an ad set can be kept to, and its positions; none: all of it. */
interface PlatformNetwork {
  name: string
  title: string
  positions?: readonly { name: string; title: string }[]
}

export interface KnownPlatform {
  /** Its own name. */
  title: string
  /** What people call the network that its ads are shown on too; null: there is none. */
  companion: string | null
  /** The networks that an ad set can be kept to; none: it has one. */
  networks: readonly PlatformNetwork[]
  /** A small picture that stands for it: a tile of this colour with a white line, 20 by 20. */
  mark: { colour: string; path: string }
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
    companion: 'Instagram',
    networks: [
      {
        name: 'primary',
        title: 'Facebook',
        positions: [
          { name: 'feed', title: 'Feed' },
          { name: 'profile_feed', title: 'Feeds of profiles' },
          { name: 'marketplace', title: 'Marketplace' },
          { name: 'right_hand_column', title: 'Right column' },
          { name: 'story', title: 'Stories' },
          { name: 'facebook_reels', title: 'Reels' },
          { name: 'instream_video', title: 'In-stream videos' },
          { name: 'search', title: 'Search results' },
          { name: 'notification', title: 'Notifications' },
        ],
      },
      {
        name: 'secondary',
        title: 'Instagram',
        positions: [
          { name: 'stream', title: 'Feed' },
          { name: 'profile_feed', title: 'Feeds of profiles' },
          { name: 'explore_home', title: 'Explore' },
          { name: 'story', title: 'Stories' },
          { name: 'reels', title: 'Reels' },
          { name: 'profile_reels', title: 'Reels of profiles' },
          { name: 'ig_search', title: 'Search results' },
        ],
      },
      { name: 'messenger', title: 'Messenger' },
      {
        name: 'audience_network',
        title: 'Audience Network',
        positions: [
          { name: 'classic', title: 'Native, banner and interstitial' },
          { name: 'rewarded_video', title: 'Rewarded videos' },
        ],
      },
      { name: 'threads', title: 'Threads' },
    ],
    mark: { colour: '#1468d8', path: 'M4.5 10.5c0-5 3.2-5 5.5-1s5.5 5 5.5 1-3.2-5-5.5-1-5.5 6-5.5 1z' },
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
    companion: null,
    networks: [],
    mark: { colour: '#bd2130', path: 'M10 16V9.500M6.5 10.500a3.8 3.8 0 1 1 7 0c-.7 1.3-2 1.7-3.5 1' },
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
    companion: null,
    networks: [],
    mark: { colour: '#7d6a00', path: 'M4.5 14.500c1.8-.7 2.3-2 2.3-4.300a3.2 3.2 0 0 1 6.4 0c0 2.3.5 3.6 2.3 4.3' },
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
    companion: null,
    networks: [
      { name: 'PLACEMENT_TIKTOK', title: 'TikTok' },
      { name: 'PLACEMENT_GLOBAL_APP_BUNDLE', title: 'Global App Bundle' },
      { name: 'PLACEMENT_PANGLE', title: 'Pangle' },
    ],
    mark: { colour: '#1b1d22', path: 'M11 4v8.500A2.6 2.6 0 1 1 8.4 10M11 5.500c.6 2 2 3 4 3' },
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
    companion: null,
    networks: [],
    mark: { colour: '#1f7a3d', path: 'M5.5 14.5 9.7 5.500M14.5 14.5 10.3 5.500M14.5 14.500h-.01' },
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
    companion: null,
    networks: [],
    mark: { colour: '#0b5cad', path: 'M6 9v5.500M6 5.800v.01M9.5 14.500V9M9.5 11.500c0-3 5-3.3 5 0v3' },
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
    companion: null,
    networks: [],
    mark: { colour: '#3d3a8c', path: 'M5 14.5 10 5l5 9.500M7.3 11.500h5.4' },
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
