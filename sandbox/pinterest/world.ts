import type { Collection } from '../core/collection.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { KeptPicture } from '../core/look.ts'
import { Grants } from '../core/consent/grants.ts'
import type { Opened } from '../core/consent/grants.ts'
import { initialConsent } from '../core/consent/settings.ts'
import type { ConsentSettings } from '../core/consent/settings.ts'
import type { SimContext, SimRequest } from '../core/simulator.ts'
import { allScopes, app, defaultRefreshToken, defaultToken } from './app.ts'
import type { Account, Ad, AdGroup, Belonging, Board, Campaign, Keyword, Media, Pin } from './objects/objects.ts'

export const platform = 'pinterest'
export const prefix = `/${platform}`
export const version = 'v5'

export interface PinterestSettings extends ConsentSettings {
  /** Unix seconds at which the tokens that come with the sandbox end; 0 = never. */
  tokenEndsAt: number
  /** How long an access token lives. */
  accessSeconds: number
  /** How long a new ad is in review, and how long a new video is processed. */
  reviewSeconds: number
  videoSeconds: number
  /** How long an uploaded video still shows as registered only. */
  noticeSeconds: number
  /** The processing of videos registered from now on fails. */
  failVideos: boolean
  reportSeconds: number
  /** Days that were counted anew. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
  /** `off`: nobody is ever throttled, for measurements. */
  limits: 'on' | 'off'
  /** How the failure of one ad in a batch is told: the description says object, the other batches have arrays. */
  adExceptions: 'object' | 'array'
  /** What the field is called by which advertisers disclose AI content: not in the public description. */
  disclosureField: string
}

const initialSettings: PinterestSettings = {
  ...initialConsent,
  tokenEndsAt: 0,
  accessSeconds: 30 * 86_400,
  reviewSeconds: 3,
  videoSeconds: 2,
  noticeSeconds: 0,
  failVideos: false,
  reportSeconds: 1,
  corrections: [],
  unlistedAds: [],
  limits: 'on',
  adExceptions: 'object',
  disclosureField: 'ai_disclosure',
}

/** Everything the platform knows, with the lookups it needs. */
export interface World {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  accounts: Collection<Account>
  boards: Collection<Board>
  pins: Collection<Pin>
  /** What uploaded pictures look like. */
  pictures: Collection<KeptPicture>
  media: Collection<Media>
  campaigns: Collection<Campaign>
  adGroups: Collection<AdGroup>
  ads: Collection<Ad>
  /** Audiences, tags, lists of customers and lead forms. */
  belongings: Collection<Belonging>
  keywords: Collection<Keyword>
  grants: Grants
  reports: Collection<Report>
  now(): number
  settings(): PinterestSettings
  changeSettings(change: Partial<PinterestSettings>): void
}

interface Report {
  tenant: string
  account_id: string
  /** Milliseconds at which it is finished. */
  due: number
  request: Record<string, unknown>
}

/** One call, authenticated. */
export interface ApiCall {
  world: World
  request: SimRequest
  tenant: string
  /** What the token lets in. */
  opened: Opened
}

function endOf({ tokenEndsAt }: PinterestSettings): number | null {
  return tokenEndsAt > 0 ? tokenEndsAt * 1000 : null
}

export function openWorld(context: SimContext): World {
  const open = <T extends object>(kind: string) => context.store.collection<T>(`${platform}.${kind}`)
  const saved = open<Partial<PinterestSettings>>('settings')
  const world: World = {
    context,
    tenants: open('tenants'),
    accounts: open('accounts'),
    boards: open('boards'),
    pins: open('pins'),
    pictures: open('pictures'),
    media: open('media'),
    campaigns: open('campaigns'),
    adGroups: open('adGroups'),
    ads: open('ads'),
    belongings: open('belongings'),
    keywords: open('keywords'),
    grants: new Grants(context, platform, {
      ...{ access: defaultToken, refresh: defaultRefreshToken, app: app.id },
      scopes: () => allScopes,
      ends: () => endOf(world.settings()),
    }),
    reports: open('reports'),
    now: () => context.clock.now(),
    settings: () => ({ ...initialSettings, ...saved.get('settings') }),
    changeSettings: (change) => {
      saved.put('settings', { ...world.settings(), ...change })
    },
  }
  for (const kind of ['campaigns', 'adGroups', 'ads', 'keywords'] as const)
    world[kind].indexBy('account', (object: { account_id: string }) => object.account_id)
  for (const kind of ['accounts', 'boards', 'pins', 'media'] as const)
    world[kind].indexBy('tenant', (object: { tenant: string }) => object.tenant)
  world.belongings.indexBy('place', ({ kind, account_id: account }) => `${kind} ${account}`)
  world.ads.indexBy('campaign', (ad) => ad.campaign_id)
  world.adGroups.indexBy('campaign', (group) => group.campaign_id)
  // What was delivered under them is reported for ever.
  world.ads.keepPast(['status'], () => world.now())
  world.adGroups.keepPast(['targeting_spec'], () => world.now())
  world.pins.indexBy('board', (pin) => pin.board_id)
  return world
}

/** Ids of what is made at run time stand above all seeded ones, so that ids always grow. */
export function newId(world: World): string {
  return `687${String(world.context.store.nextNumber(`${platform}.ids`)).padStart(15, '0')}`
}

export function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
