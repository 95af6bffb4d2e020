import { Grants } from '../core/consent/grants.ts'
import { initialConsent } from '../core/consent/settings.ts'
import type { ConsentSettings } from '../core/consent/settings.ts'
import type { Collection } from '../core/collection.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { SimContext } from '../core/simulator.ts'
import { app, defaultRefreshToken, defaultToken, scopeWords } from './app.ts'
import type { Change, Customer, Entity } from './objects/objects.ts'
import { keywordKey, textOf } from './objects/objects.ts'

export const platform = 'google-ads'
export const prefix = `/${platform}`
/** The one version of the interface that is spoken here. */
export const version = 'v25'

/** What can be written, by the word in the path. */
const kinds = [
  'campaignBudgets',
  'campaigns',
  'adGroups',
  'adGroupAds',
  'adGroupCriteria',
  'campaignCriteria',
  'sharedSets',
  'sharedCriteria',
  'campaignSharedSets',
  'assetGroups',
  'conversionActions',
  'userLists',
  'assets',
] as const
export type Kind = (typeof kinds)[number]

export interface AdsSettings extends ConsentSettings {
  /** How long an access token lives. */
  tokenSeconds: number
  /** `optional`: the header is not looked at, as since access belongs to the project of the OAuth client. */
  developerToken: 'required' | 'optional'
  /** Whether a dead access token is told plainly or inside of a GoogleAdsFailure. */
  tokenErrors: 'plain' | 'failure'
  /** `off`: nobody is ever throttled, for measurements. */
  limits: 'on' | 'off'
  /** Operations a day of one company; 0 = as many as it likes. */
  dailyOperations: number
  /** Calls a second to one account, and how many may come at once. */
  callsPerSecond: number
  callBurst: number
  /** Rows of a page; the platform's own figure is fixed. */
  pageRows: number
  /** How long the history of changes takes to show a change. */
  changeDelaySeconds: number
  /** What becomes of a keyword that is there already: refused, or the one that is there is answered as if it were new. */
  duplicateKeywords: 'refused' | 'returned'
  /** How long a new ad is in review. */
  reviewSeconds: number
  /** `omitted`: figures that are zero are left out of answers. */
  zeroMetrics: 'shown' | 'omitted'
  /** A write that is only to be looked at is made all the same. */
  ignoresDryRun: boolean
  /** Types of campaigns that begin and end at any time; all others with a day. */
  timedCampaigns: string[]
  /** Days that were counted anew. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
}

const initialSettings: AdsSettings = {
  ...initialConsent,
  tokenSeconds: 3599,
  developerToken: 'optional',
  tokenErrors: 'plain',
  limits: 'on',
  dailyOperations: 15_000,
  callsPerSecond: 20,
  callBurst: 100,
  pageRows: 10_000,
  changeDelaySeconds: 0,
  duplicateKeywords: 'refused',
  reviewSeconds: 3,
  zeroMetrics: 'shown',
  ignoresDryRun: false,
  timedCampaigns: [],
  corrections: [],
  unlistedAds: [],
}

/** Everything the platform knows, with the lookups it needs. Resources are filed under their resource names. */
export interface World extends Record<Kind, Collection<Entity>> {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  customers: Collection<Customer>
  changes: Collection<Change>
  grants: Grants
  now(): number
  newId(): string
  settings(): AdsSettings
  changeSettings(change: Partial<AdsSettings>): void
}

export function openWorld(context: SimContext): World {
  const open = <T extends object>(name: string) => context.store.collection<T>(`${platform}.${name}`)
  const saved = open<Partial<AdsSettings>>('settings')
  const resources = Object.fromEntries(kinds.map((kind) => [kind, open<Entity>(kind)])) as Record<
    Kind,
    Collection<Entity>
  >
  const world: World = {
    ...resources,
    context,
    tenants: open('tenants'),
    customers: open('customers'),
    changes: open('changes'),
    grants: new Grants(context, platform, {
      ...{ access: defaultToken, refresh: defaultRefreshToken, app: app.id },
      scopes: () => Object.keys(scopeWords).slice(0, 1),
    }),
    now: () => context.clock.now(),
    newId: () => String(40_000_000_000_000 + context.store.nextNumber(`${platform}.id`)),
    settings: () => ({ ...initialSettings, ...saved.get('settings') }),
    changeSettings: (change) => void saved.put('settings', { ...world.settings(), ...change }),
  }
  declareLookups(world)
  return world
}

const live = (entity: Entity, key: string) => (entity.fields['status'] === 'REMOVED' ? undefined : key)
const member = (field: string) => (entity: Entity) => textOf(entity.fields[field])
const liveMember = (field: string) => (entity: Entity) => live(entity, textOf(entity.fields[field]))

function declareLookups(world: World): void {
  for (const kind of kinds) world[kind].indexBy('customer', ({ customer }) => customer)
  world.customers.indexBy('tenant', ({ tenant }) => tenant)
  world.changes.indexBy('customer', ({ customer }) => customer)
  const named = (entity: Entity) => live(entity, `${entity.customer} ${textOf(entity.fields['name']).toLowerCase()}`)
  for (const kind of ['campaigns', 'campaignBudgets', 'sharedSets'] as const) world[kind].indexBy('name', named)
  world.adGroups.indexBy('name', (group) =>
    live(group, `${textOf(group.fields['campaign'])} ${textOf(group.fields['name']).toLowerCase()}`),
  )
  // What was delivered under them is reported for ever.
  world.campaigns.keepPast(['fields.startDateTime', 'fields.endDateTime'], () => world.now())
  world.campaigns.indexBy('budget', liveMember('campaignBudget'))
  for (const kind of ['adGroups', 'campaignCriteria', 'assetGroups'] as const)
    world[kind].indexBy('campaign', member('campaign'))
  world.campaignSharedSets.indexBy('campaign', member('campaign'))
  world.campaignSharedSets.indexBy('sharedSet', liveMember('sharedSet'))
  for (const kind of ['adGroupAds', 'adGroupCriteria'] as const) world[kind].indexBy('adGroup', member('adGroup'))
  world.sharedCriteria.indexBy('sharedSet', member('sharedSet'))
  world.sharedCriteria.indexBy('members', liveMember('sharedSet'))
  for (const kind of ['adGroupCriteria', 'campaignCriteria', 'sharedCriteria'] as const)
    world[kind].indexBy('keyword', (criterion) => keywordKey(criterion))
}
