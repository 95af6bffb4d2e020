import { createHash } from 'node:crypto'
import { Grants } from '../core/consent/grants.ts'
import { initialConsent } from '../core/consent/settings.ts'
import type { ConsentSettings } from '../core/consent/settings.ts'
import { app, defaultRefreshToken, defaultToken, scopeWords } from './app.ts'
import type { Collection } from '../core/collection.ts'
import type { Correction } from '../core/figures/corrections.ts'
import type { KeptPicture } from '../core/look.ts'
import type { SimContext } from '../core/simulator.ts'

export type Fields = Record<string, unknown>

/** A campaign, ad squad, ad, creative or media file; `fields` are what its maker wrote, in the platform's names. */
export interface Entity {
  id: string
  tenant: string
  account_id: string
  created: number
  updated: number
  deleted: boolean
  fields: Fields
}

export interface MediaFile extends Entity {
  file?: { name: string; size: number; sha256: string; width?: number; height?: number; isBroken: boolean }
  /** When its processing is over. */
  ready?: number
}

export interface Account {
  id: string
  tenant: string
  organization_id: string
  name: string
  currency: string
  timezone: string
  created: number
}

export interface Organization {
  id: string
  tenant: string
  name: string
  created: number
  /** Public profiles that may speak in its ads. */
  profiles: string[]
}

export interface Upload {
  id: string
  media_id: string
  file_name: string
  file_size: number
  number_of_parts: number
  /** Size by part number. */
  parts: Record<string, number>
  isBroken: boolean
}

/** A report that is made in the background. */
interface StatsRun {
  tenant: string
  /** Whose figures: `campaigns/<id>`. */
  about: string
  due: number
  body: object
}

export interface SnapSettings extends ConsentSettings {
  /** How long an access token lives. */
  tokenSeconds: number
  /** How long a video is processed after its upload. */
  videoSeconds: number
  /** How long a new ad is in review. */
  reviewSeconds: number
  /** `off`: nobody is ever throttled, for measurements. */
  limits: 'on' | 'off'
  /** Each refresh answers another refresh token; what becomes of the ones before is `oldRefreshTokens`. */
  rotateRefreshTokens: boolean
  /** How long a report is made in the background. */
  reportSeconds: number
  /** Days that were counted anew. */
  corrections: Correction[]
  /** Ads that no report below the whole account shows. */
  unlistedAds: string[]
}

const initialSettings: SnapSettings = {
  ...initialConsent,
  tokenSeconds: 3600,
  videoSeconds: 1,
  reviewSeconds: 3,
  limits: 'on',
  rotateRefreshTokens: false,
  reportSeconds: 1,
  corrections: [],
  unlistedAds: [],
}

/** Everything the platform knows. */
export interface World {
  context: SimContext
  tenants: Collection<{ tenant: string }>
  organizations: Collection<Organization>
  accounts: Collection<Account>
  campaigns: Collection<Entity>
  adsquads: Collection<Entity>
  ads: Collection<Entity>
  creatives: Collection<Entity>
  media: Collection<MediaFile>
  /** Audiences. */
  segments: Collection<Entity>
  /** What uploaded pictures look like. */
  pictures: Collection<KeptPicture>
  grants: Grants
  uploads: Collection<Upload>
  runs: Collection<StatsRun>
  now(): number
  newId(): string
  settings(): SnapSettings
  changeSettings(change: Partial<SnapSettings>): void
}

export function openWorld(context: SimContext): World {
  const open = <T extends object>(kind: string) => context.store.collection<T>(`snapchat.${kind}`)
  const saved = open<SnapSettings>('settings')
  const world: World = {
    context,
    tenants: open('tenants'),
    organizations: open('organizations'),
    accounts: open('accounts'),
    campaigns: open('campaigns'),
    adsquads: open('adsquads'),
    ads: open('ads'),
    creatives: open('creatives'),
    media: open('media'),
    segments: open('segments'),
    pictures: open('pictures'),
    grants: new Grants(context, 'snapchat', {
      ...{ access: defaultToken, refresh: defaultRefreshToken, app: app.id },
      scopes: () => Object.keys(scopeWords).slice(0, 1),
    }),
    uploads: open('uploads'),
    runs: open('runs'),
    now: () => context.clock.now(),
    newId: () => uuidOf(`${context.seed()} ${context.store.nextNumber('snapchat.id')}`),
    settings: () => ({ ...initialSettings, ...saved.get('settings') }),
    changeSettings: (change) => {
      saved.put('settings', { ...world.settings(), ...change })
    },
  }
  for (const kind of ['campaigns', 'adsquads', 'ads', 'creatives', 'media', 'segments'] as const)
    world[kind].indexBy('account', (entity: Entity) => entity.account_id)
  world.adsquads.indexBy('campaign', (squad) => String(squad.fields['campaign_id']))
  world.ads.indexBy('adsquad', (ad) => String(ad.fields['ad_squad_id']))
  // For whom an ad was shown is reported for ever.
  world.adsquads.keepPast(['fields.targeting'], () => world.now())
  world.accounts.indexBy('organization', (account) => account.organization_id)
  world.organizations.indexBy('tenant', (organization) => organization.tenant)
  return world
}

/** The same text always gives the same id, in the form of a random UUID. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(`snapchat ${text}`).digest('hex')
  const variant = '89ab'[parseInt(hex.charAt(16), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

export function squadOf(world: World, ad: Entity): Entity | undefined {
  return world.adsquads.get(String(ad.fields['ad_squad_id']))
}

export function campaignOf(world: World, squad: Entity | undefined): Entity | undefined {
  return squad && world.campaigns.get(String(squad.fields['campaign_id']))
}
