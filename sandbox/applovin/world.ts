import { createHash } from 'node:crypto'
import type { Collection } from '../core/collection.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { KeptPicture } from '../core/look.ts'
import type { SimContext, SimRequest } from '../core/simulator.ts'
import type { Limiter } from './limiter.ts'
import type { Account, Asset, Campaign, CreativeSet, Upload } from './objects/objects.ts'

export const platform = 'applovin'
export const prefix = `/${platform}`
export const managePath = '/manage/v1'
export const reportPath = '/report'

export interface AppLovinSettings {
  /** How long files are looked at after their upload. */
  assetSeconds: number
  /** Files uploaded from now on: turned down at once, or taken and rejected by the review. */
  failAssets: boolean
  rejectAssets: boolean
  /** The most rows in one answer of a report, whatever limit is asked for. */
  reportRows: number
  /** Days that were counted anew. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
  /** `off`: nobody is ever throttled or blocked, for measurements. */
  limits: 'on' | 'off'
}

const initialSettings: AppLovinSettings = {
  assetSeconds: 1,
  failAssets: false,
  rejectAssets: false,
  reportRows: 10_000,
  corrections: [],
  unlistedAds: [],
  limits: 'on',
}

/** Everything the platform knows, with the lookups it needs. */
export interface World {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  accounts: Collection<Account>
  campaigns: Collection<Campaign>
  sets: Collection<CreativeSet>
  assets: Collection<Asset>
  /** What uploaded pictures look like. */
  pictures: Collection<KeptPicture>
  uploads: Collection<Upload>
  now(): number
  settings(): AppLovinSettings
  changeSettings(change: Partial<AppLovinSettings>): void
}

/** One call, authenticated. */
export interface ApiCall {
  world: World
  limiter: Limiter
  request: SimRequest
  account: Account
}

export function openWorld(context: SimContext): World {
  const open = <T extends object>(kind: string) => context.store.collection<T>(`${platform}.${kind}`)
  const saved = open<Partial<AppLovinSettings>>('settings')
  const world: World = {
    context,
    tenants: open('tenants'),
    accounts: open('accounts'),
    campaigns: open('campaigns'),
    sets: open('sets'),
    assets: open('assets'),
    pictures: open('pictures'),
    uploads: open('uploads'),
    now: () => context.clock.now(),
    settings: () => ({ ...initialSettings, ...saved.get('settings') }),
    changeSettings: (change) => {
      saved.put('settings', { ...world.settings(), ...change })
    },
  }
  for (const kind of ['campaigns', 'sets', 'assets'] as const)
    world[kind].indexBy('account', (object: { account_id: string }) => object.account_id)
  // What was delivered under them is reported for ever.
  world.sets.keepPast(['status', 'campaign_ids'], () => world.now())
  world.campaigns.keepPast(['status', 'fields.targeting'], () => world.now())
  world.accounts.indexBy('tenant', ({ tenant }) => tenant)
  return world
}

/** Ids of what is made at run time stand above all seeded ones. */
export function newId(world: World): string {
  return String(9_000_000_000 + world.context.store.nextNumber(`${platform}.ids`))
}

/** The id that reports and links know a thing by. */
export function hashedId(id: string): string {
  return createHash('sha256').update(`${platform} ${id}`).digest('hex').slice(0, 32)
}

/** Times travel in UTC without saying so. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19)
}
