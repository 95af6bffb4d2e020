import type { Collection } from '../core/collection.ts'
import { Grants } from '../core/consent/grants.ts'
import { initialConsent } from '../core/consent/settings.ts'
import type { ConsentSettings } from '../core/consent/settings.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { SimContext } from '../core/simulator.ts'
import { app, defaultToken } from './app.ts'
import { allScopes } from './graph/access/scopes.ts'
import type {
  Account,
  Activity,
  Ad,
  AdCode,
  AdSet,
  AsyncSession,
  BudgetSchedule,
  Business,
  Campaign,
  Comment,
  Creative,
  Creator,
  CustomAudience,
  CustomConversion,
  Image,
  InstagramAccount,
  InstagramMedia,
  Label,
  Page,
  Pixel,
  Post,
  ReportRun,
  ServerEvent,
  Thumbnail,
  UploadSession,
  Video,
  LeadForm,
  SavedAudience,
} from './campaigns/objects.ts'

export interface MetaSettings extends ConsentSettings {
  /** How long a token of a code lives, and one that it was exchanged for. */
  shortSeconds: number
  longSeconds: number
  requireAppsecretProof: boolean
  tier: 'standard_access' | 'development_access'
  /** Permissions that the tokens of the sandbox do not have. */
  declinedScopes: string[]
  /** How long a new ad is in review, and how long a new video is processed. */
  reviewSeconds: number
  videoSeconds: number
  /** Unix seconds at which the tokens that come with the sandbox end; 0 = never. */
  tokenEndsAt: number
  /** How long an asynchronous call takes, and how long a report runs. */
  asyncSeconds: number
  reportSeconds: number
  /** Reports with more rows are refused as too much; 0 = none are. */
  largestReport: number
  /** No page of a list has more entries, whatever limit was asked for. */
  largestPage: number
  /** `off`: no account is ever throttled, for measurements. */
  limits: 'on' | 'off'
  /** Ads whose name contains it are rejected by their review; empty = none are. */
  rejectNamesWith: string
  /** Name of the creative feature that declares media made with AI: nobody outside knows the real one. */
  disclosureFeature: string
  /** Creative features that this account does not know. */
  unknownFeatures: string[]
  /** Advertisers own a shop: ads that lead to a website lead to it as well unless told otherwise. */
  /** Whether ad sets may name PHONE_CALL as their destination, which is in a guide and not in the list. */
  callDestination: boolean
  /** A create that is only to be looked at is made all the same. */
  ignoresDryRun: boolean
  ownsShop: boolean
  copiesKeepLabels: boolean
  /** The history ignores which object it was asked for, as one vendor reports. */
  historyIgnoresObject: boolean
  /** Figures of past days that were corrected since. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
  /** What companies that are seen from now on have instead of the usual two accounts: these, without campaigns. Empty: the usual. */
  newAccounts: NewAccount[]
}

export interface NewAccount {
  name: string
  currency: string
  timezone: string
}

const initialSettings: MetaSettings = {
  ...initialConsent,
  appMode: 'testing',
  shortSeconds: 5400,
  longSeconds: 5_183_944,
  requireAppsecretProof: false,
  tier: 'standard_access',
  declinedScopes: [],
  reviewSeconds: 3,
  videoSeconds: 2,
  tokenEndsAt: 0,
  asyncSeconds: 1,
  reportSeconds: 1,
  largestReport: 0,
  largestPage: 500,
  limits: 'on',
  rejectNamesWith: '',
  disclosureFeature: 'ai_media_self_disclosure',
  unknownFeatures: [],
  ignoresDryRun: false,
  callDestination: false,
  ownsShop: false,
  copiesKeepLabels: false,
  historyIgnoresObject: false,
  corrections: [],
  unlistedAds: [],
  newAccounts: [],
}

/** Everything the platform knows, with the lookups it needs. */
export interface World {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  businesses: Collection<Business>
  accounts: Collection<Account>
  pages: Collection<Page>
  instagrams: Collection<InstagramAccount>
  instagramMedia: Collection<InstagramMedia>
  posts: Collection<Post>
  pixels: Collection<Pixel>
  campaigns: Collection<Campaign>
  adsets: Collection<AdSet>
  ads: Collection<Ad>
  creatives: Collection<Creative>
  images: Collection<Image>
  videos: Collection<Video>
  uploads: Collection<UploadSession>
  labels: Collection<Label>
  sessions: Collection<AsyncSession>
  reportRuns: Collection<ReportRun>
  activities: Collection<Activity>
  comments: Collection<Comment>
  instagramComments: Collection<Comment>
  customConversions: Collection<CustomConversion>
  serverEvents: Collection<ServerEvent>
  budgetSchedules: Collection<BudgetSchedule>
  creators: Collection<Creator>
  adCodes: Collection<AdCode>
  customAudiences: Collection<CustomAudience>
  savedAudiences: Collection<SavedAudience>
  leadForms: Collection<LeadForm>
  thumbnails: Collection<Thumbnail>
  grants: Grants
  now(): number
  settings(): MetaSettings
  changeSettings(change: Partial<MetaSettings>): void
}

export function openWorld(context: SimContext): World {
  const open = <T extends object>(kind: string) => context.store.collection<T>(`meta.${kind}`)
  const saved = open<Partial<MetaSettings>>('settings')
  const world: World = {
    context,
    tenants: open('tenants'),
    grants: new Grants(context, 'meta', {
      ...{ access: defaultToken, app: app.id },
      scopes: () => [...allScopes],
      ends: () => (world.settings().tokenEndsAt > 0 ? world.settings().tokenEndsAt * 1000 : null),
    }),
    businesses: open('businesses'),
    accounts: open('accounts'),
    pages: open('pages'),
    instagrams: open('instagrams'),
    instagramMedia: open('instagramMedia'),
    posts: open('posts'),
    pixels: open('pixels'),
    campaigns: open('campaigns'),
    adsets: open('adsets'),
    ads: open('ads'),
    creatives: open('creatives'),
    images: open('images'),
    videos: open('videos'),
    uploads: open('uploads'),
    labels: open('labels'),
    sessions: open('sessions'),
    reportRuns: open('reportRuns'),
    activities: open('activities'),
    comments: open('comments'),
    instagramComments: open('instagramComments'),
    customConversions: open('customConversions'),
    serverEvents: open('serverEvents'),
    budgetSchedules: open('budgetSchedules'),
    creators: open('creators'),
    adCodes: open('adCodes'),
    customAudiences: open('customAudiences'),
    savedAudiences: open('savedAudiences'),
    leadForms: open('leadForms'),
    thumbnails: open('thumbnails'),
    now: () => context.clock.now(),
    settings: () => ({ ...initialSettings, ...saved.get('settings') }),
    changeSettings: (change) => {
      saved.put('settings', { ...world.settings(), ...change })
    },
  }
  declareLookups(world)
  return world
}

/** What is deleted or archived takes up no room any more. */
export function isGone({ status }: { status: string }): boolean {
  return status === 'DELETED' || status === 'ARCHIVED'
}

function declareLookups(world: World): void {
  for (const kind of ['campaigns', 'adsets', 'ads', 'creatives', 'images', 'videos', 'labels', 'pixels'] as const)
    world[kind].indexBy('account', (object: { account_id: string }) => object.account_id)
  for (const kind of ['businesses', 'accounts', 'pages', 'instagrams', 'posts'] as const)
    world[kind].indexBy('tenant', (object: { tenant: string }) => object.tenant)
  for (const kind of ['campaigns', 'adsets', 'ads'] as const)
    world[kind].indexBy('live in account', (object) => (isGone(object) ? undefined : object.account_id))
  world.adsets.indexBy('campaign', (adset) => adset.campaign_id)
  world.adsets.indexBy('live in campaign', (adset) => (isGone(adset) ? undefined : adset.campaign_id))
  world.ads.indexBy('campaign', (ad) => ad.campaign_id)
  world.ads.indexBy('adset', (ad) => ad.adset_id)
  world.posts.indexBy('page', (post) => post.page_id)
  world.instagramMedia.indexBy('instagram', (media) => media.instagram_id)
  world.labels.indexBy('name', (label) => `${label.account_id} ${label.name}`)
  world.ads.indexBy('source', (ad) => ad['source_ad_id'] as string | undefined)
  world.adsets.indexBy('source', (adset) => adset['source_adset_id'] as string | undefined)
  world.campaigns.indexBy('source', (campaign) => campaign['source_campaign_id'] as string | undefined)
  declareContentLookups(world)
  // What was delivered under them is reported for ever.
  world.ads.keepPast(['reviewed', 'is_rejected', 'schedule_start', 'schedule_end', 'creative_id'], () => world.now())
  world.adsets.keepPast(['start', 'end', 'optimization_goal', 'promoted_object', 'targeting'], () => world.now())
  world.creatives.indexBy('story', (creative) =>
    creative.object_story_id ? `${creative.account_id} ${creative.object_story_id}` : undefined,
  )
}

function declareContentLookups(world: World): void {
  world.leadForms.indexBy('page', ({ page_id }) => page_id)
  for (const kind of ['activities', 'customConversions', 'customAudiences', 'savedAudiences'] as const)
    world[kind].indexBy('account', (object: { account_id: string }) => object.account_id)
  for (const kind of ['creators', 'adCodes'] as const)
    world[kind].indexBy('tenant', (object: { tenant: string }) => object.tenant)
  for (const kind of ['comments', 'instagramComments'] as const) {
    world[kind].indexBy('subject', (comment) => comment.subject_id)
    world[kind].indexBy('parent', (comment) => comment.parent_id)
  }
  world.creatives.indexBy('shownPost', (creative) => creative['effective_object_story_id'] as string | undefined)
  world.creatives.indexBy('shownMedia', (creative) => creative['effective_instagram_media_id'] as string | undefined)
  world.serverEvents.indexBy('pixel', (event) => event.pixel_id)
  world.serverEvents.indexBy(
    'key',
    (event) => event.event_id && `${event.pixel_id} ${event.event_name} ${event.event_id}`,
  )
  world.budgetSchedules.indexBy('object', (schedule) => schedule.ad_object_id)
  world.thumbnails.indexBy('video', (thumbnail) => thumbnail.video_id)
}

/** Ids of what is created at run time stand above all seeded ones, so that ids always grow. */
export function newTreeId(world: World): string {
  return `12021${String(world.context.store.nextNumber('meta.tree')).padStart(13, '0')}`
}

export function newMediaId(world: World): string {
  return `9${String(world.context.store.nextNumber('meta.media')).padStart(14, '0')}`
}

/** `2026-11-15T08:00:00+0000`: no colon in the offset. */
export function graphTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+0000')
}
