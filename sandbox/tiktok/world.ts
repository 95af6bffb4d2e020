import { Grants } from '../core/consent/grants.ts'
import { initialConsent } from '../core/consent/settings.ts'
import type { ConsentSettings } from '../core/consent/settings.ts'
import { app, defaultToken, scopeWords } from './app.ts'
import type { Collection } from '../core/collection.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { KeptPicture } from '../core/look.ts'
import type { SimContext } from '../core/simulator.ts'
import type {
  Ad,
  AdGroup,
  Advertiser,
  Audience,
  Campaign,
  ChunkedUpload,
  Comment,
  Identity,
  Image,
  Pixel,
  Portfolio,
  Post,
  ReportTask,
  SparkCode,
  Video,
} from './objects/objects.ts'

export interface TikTokSettings extends ConsentSettings {
  /** How long a new video is processed. */
  videoSeconds: number
  /** How long a new object stays out of lists. */
  readLagSeconds: number
  /** Unix seconds at which the tokens that come with the sandbox end; 0 = never. */
  tokenEndsAt: number
  limits: 'on' | 'off'
  /** Whether ads whose maker says nothing of enhancements get all of them, as accounts on the platform's list do. */
  enhancesByItself: boolean
  /** How many ads an ad group holds. */
  adsPerAdGroup: number
  /** How long a new ad is under review. */
  reviewSeconds: number
  /** How long a report in the background takes, and whether all of them fail in the end. */
  reportSeconds: number
  reportsFail: boolean
  /** Figures of past days that were corrected since. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
  /** The day that the platform has come to (YYYY-MM-DD), where that lies ahead of the clock. */
  future: string | null
  /** What single campaigns say of their automation instead, by id. */
  automations: Record<string, string>
}

const initialSettings: TikTokSettings = {
  ...initialConsent,
  codeSeconds: 3600,
  videoSeconds: 1,
  readLagSeconds: 0,
  tokenEndsAt: 0,
  limits: 'on',
  enhancesByItself: true,
  adsPerAdGroup: 50,
  reviewSeconds: 0,
  reportSeconds: 1,
  reportsFail: false,
  corrections: [],
  unlistedAds: [],
  future: null,
  automations: {},
}

/** Everything the platform keeps. */
export interface World {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  grants: Grants
  advertisers: Collection<Advertiser>
  campaigns: Collection<Campaign>
  adgroups: Collection<AdGroup>
  ads: Collection<Ad>
  images: Collection<Image>
  /** What uploaded pictures look like. */
  pictures: Collection<KeptPicture>
  videos: Collection<Video>
  identities: Collection<Identity>
  posts: Collection<Post>
  sparkCodes: Collection<SparkCode>
  pixels: Collection<Pixel>
  audiences: Collection<Audience>
  /** By the path that an upload answered. */
  audienceFiles: Collection<{ advertiser: string; calculateType: string }>
  comments: Collection<Comment>
  uploads: Collection<ChunkedUpload>
  reportTasks: Collection<ReportTask>
  portfolios: Collection<Portfolio>
  /** request_id of recent creations and when they came. */
  requests: Collection<{ at: number }>
  now(): number
  /** The same, or the day that was set where that is later: what the platform allows changes on known days. */
  calendarNow(): number
  newId(): string
  settings(): TikTokSettings
  changeSettings(change: Partial<TikTokSettings>): void
}

export function openWorld(context: SimContext): World {
  const open = <T extends object>(name: string) => context.store.collection<T>(`tiktok.${name}`)
  const saved = open<Partial<TikTokSettings>>('settings')
  const settings = () => ({ ...initialSettings, ...saved.get('settings') })
  const world: World = {
    context,
    tenants: open('tenants'),
    grants: new Grants(context, 'tiktok', {
      ...{ access: defaultToken, app: app.id },
      scopes: () => Object.keys(scopeWords),
      ends: () => (settings().tokenEndsAt > 0 ? settings().tokenEndsAt * 1000 : null),
    }),
    advertisers: open('advertisers'),
    campaigns: open('campaigns'),
    adgroups: open('adgroups'),
    ads: open('ads'),
    images: open('images'),
    pictures: open('pictures'),
    videos: open('videos'),
    identities: open('identities'),
    posts: open('posts'),
    sparkCodes: open('sparkCodes'),
    pixels: open('pixels'),
    audiences: open('audiences'),
    audienceFiles: open('audienceFiles'),
    comments: open('comments'),
    uploads: open('uploads'),
    reportTasks: open('reportTasks'),
    portfolios: open('portfolios'),
    requests: open('requests'),
    now: () => context.clock.now(),
    calendarNow: () => Math.max(context.clock.now(), Date.parse(settings().future ?? '1970-01-01')),
    newId: () => `18${String(context.store.nextNumber('tiktok.id')).padStart(17, '0')}`,
    settings,
    changeSettings: (change) => void saved.put('settings', { ...settings(), ...change }),
  }
  world.advertisers.indexBy('tenant', ({ tenant }) => tenant)
  const advertiserOf = ({ advertiser }: { advertiser: string }) => advertiser
  for (const kind of [world.campaigns, world.adgroups, world.ads, world.images, world.videos, world.identities])
    kind.indexBy('advertiser', advertiserOf)
  for (const kind of [world.pixels, world.audiences]) kind.indexBy('advertiser', advertiserOf)
  world.comments.indexBy('ad', ({ ad }) => ad)
  world.ads.indexBy('adgroup', ({ adgroup }) => adgroup)
  // What was delivered under them is reported for ever.
  const kept = [
    'scheduleType',
    'scheduleStart',
    'scheduleEnd',
    'more.optimization_goal',
    'more.location_ids',
    'more.targeting_spec',
  ]
  world.adgroups.keepPast(kept, () => world.now())
  world.ads.keepPast(['creative'], () => world.now())
  world.posts.indexBy('identity', ({ identity }) => identity)
  return world
}
