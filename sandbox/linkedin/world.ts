import { Grants } from '../core/consent/grants.ts'
import { initialConsent } from '../core/consent/settings.ts'
import type { ConsentSettings } from '../core/consent/settings.ts'
import type { Collection } from '../core/collection.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { KeptPicture } from '../core/look.ts'
import type { SimContext } from '../core/simulator.ts'
import { app, defaultRefreshToken, defaultToken } from './app.ts'
import type { Account, Belonging, Comment, Creative, Entity, Media, Organization, Post } from './objects/objects.ts'
import { idIn, textOf } from './objects/objects.ts'

export const platform = 'linkedin'
export const prefix = `/${platform}`

export const roles = [
  'VIEWER',
  'CREATIVE_MANAGER',
  'CAMPAIGN_MANAGER',
  'ACCOUNT_MANAGER',
  'ACCOUNT_BILLING_ADMIN',
] as const
export type Role = (typeof roles)[number]

export const scopes = [
  'r_ads',
  'rw_ads',
  'r_ads_reporting',
  'r_organization_social',
  'w_organization_social',
  'rw_organization_admin',
  'r_basicprofile',
  'openid',
  'profile',
] as const

export interface LinkedInSettings extends ConsentSettings {
  /** How long what the token address issues lives. */
  tokenSeconds: number
  refreshSeconds: number
  /** Whoever granted the same before is sent back without being asked. */
  skipsGranted: boolean
  /** What the tokens that come with the sandbox may do. */
  scopes: string[]
  /** The member's role in an ad account, by its number; ACCOUNT_MANAGER where nothing is said. */
  roles: Record<string, Role>
  /** `lacking`: the member has not agreed that ads and the network share data. */
  dmaConsent: 'given' | 'lacking'
  /** `off`: nobody is ever throttled, for measurements. */
  limits: 'on' | 'off'
  /** Calls to one resource in a day of UTC; 0 = as many as one likes. */
  dailyCalls: number
  /** The same for single resources, by name. */
  resourceCalls: Record<string, number>
  /** Figures that reports may hold in five minutes. */
  metricValues: number
  /** Rows of a report; more are cut off without a word. */
  reportRows: number
  /** How long a new creative is in review, and what comes of it. */
  reviewSeconds: number
  review: 'approves' | 'rejects'
  /** How long uploaded files are processed, and whether that fails. */
  imageSeconds: number
  videoSeconds: number
  documentSeconds: number
  failMedia: boolean
  /** Bytes of one part of a video. */
  partBytes: number
  /** What becomes of a second post that says the same as one before it. */
  duplicatePosts: 'refused' | 'accepted'
  /** What becomes of text whose signs are not escaped: refused, or cut where the first one stands. */
  bareSigns: 'refused' | 'cut'
  /** Whether the one-call way of making a creative tells it in the body too. */
  inlineAnswer: 'body' | 'header'
  /** Days that were counted anew. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
}

const initialSettings: LinkedInSettings = {
  ...initialConsent,
  codeSeconds: 1800,
  tokenSeconds: 5_184_000,
  refreshSeconds: 31_536_000,
  skipsGranted: false,
  scopes: [...scopes],
  roles: {},
  dmaConsent: 'given',
  limits: 'on',
  dailyCalls: 20_000,
  resourceCalls: {},
  metricValues: 45_000_000,
  reportRows: 15_000,
  reviewSeconds: 3,
  review: 'approves',
  imageSeconds: 1,
  videoSeconds: 2,
  documentSeconds: 1,
  failMedia: false,
  partBytes: 4 * 1024 * 1024,
  duplicatePosts: 'refused',
  bareSigns: 'refused',
  inlineAnswer: 'body',
  corrections: [],
  unlistedAds: [],
}

/** Everything the platform knows, with the lookups it needs. Accounts, groups, campaigns and creatives are filed under their numbers. */
export interface World {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  accounts: Collection<Account>
  organizations: Collection<Organization>
  groups: Collection<Entity>
  campaigns: Collection<Entity>
  creatives: Collection<Creative>
  posts: Collection<Post>
  media: Collection<Media>
  /** Conversions, lead forms and audiences, each under its kind and number. */
  belongings: Collection<Belonging>
  comments: Collection<Comment>
  /** What uploaded pictures look like. */
  pictures: Collection<KeptPicture>
  grants: Grants
  /** When a refresh token that comes with the sandbox was used for the first time. */
  firstUses: Collection<{ at: number }>
  now(): number
  newId(): string
  settings(): LinkedInSettings
  changeSettings(change: Partial<LinkedInSettings>): void
}

/** Above every seeded number, so that numbers always grow. */
const firstOwnId = 90_000_000_000_000

export function openWorld(context: SimContext): World {
  const open = <T extends object>(kind: string) => context.store.collection<T>(`${platform}.${kind}`)
  const saved = open<Partial<LinkedInSettings>>('settings')
  const world: World = {
    context,
    tenants: open('tenants'),
    accounts: open('accounts'),
    organizations: open('organizations'),
    groups: open('groups'),
    campaigns: open('campaigns'),
    creatives: open('creatives'),
    posts: open('posts'),
    media: open('media'),
    belongings: open('belongings'),
    comments: open('comments'),
    pictures: open('pictures'),
    firstUses: open('firstUses'),
    grants: new Grants(context, platform, {
      ...{ access: defaultToken, refresh: defaultRefreshToken, app: app.id },
      scopes: () => world.settings().scopes,
    }),
    now: () => context.clock.now(),
    newId: () => String(firstOwnId + context.store.nextNumber(`${platform}.id`)),
    settings: () => ({ ...initialSettings, ...saved.get('settings') }),
    changeSettings: (change) => void saved.put('settings', { ...world.settings(), ...change }),
  }
  declareLookups(world)
  return world
}

function declareLookups(world: World): void {
  world.accounts.indexBy('tenant', ({ tenant }) => tenant)
  world.organizations.indexBy('tenant', ({ tenant }) => tenant)
  for (const kind of ['groups', 'campaigns'] as const) world[kind].indexBy('account', ({ account }) => account)
  world.creatives.indexBy('account', ({ account }) => account)
  world.campaigns.indexBy('group', ({ fields }) => idIn(fields['campaignGroup'], 'sponsoredCampaignGroup'))
  world.creatives.indexBy('campaign', ({ fields }) => idIn(fields['campaign'], 'sponsoredCampaign'))
  world.creatives.indexBy('post', ({ fields }) => textOf((fields['content'] as { reference?: string }).reference))
  // What was delivered under them is reported for ever.
  world.creatives.keepPast(['reviewFrom', 'reviewEnds', 'isRejected'], () => world.now())
  world.campaigns.keepPast(['fields.runSchedule', 'fields.objectiveType', 'fields.targetingCriteria'], () =>
    world.now(),
  )
  world.groups.keepPast(['fields.runSchedule'], () => world.now())
  world.belongings.indexBy('place', ({ kind, account }) => `${kind} ${account}`)
  world.comments.indexBy('post', ({ post }) => post)
  world.posts.indexBy('author', ({ author }) => author)
  world.posts.indexBy('account', ({ account }) => account ?? undefined)
  world.posts.indexBy('likeness', ({ likeness }) => likeness)
}

/** The member behind every token of a company. */
export function memberOf(world: World, tenant: string): string {
  const [account] = world.accounts.lookup('tenant', tenant)
  return `urn:li:person:Sb${account?.id ?? '0'}`
}
