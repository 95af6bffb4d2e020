import type { z } from 'zod'
import type { CallOutcome, Issue } from '../../errors.ts'
import type { AutomatedVerbs } from './automated.ts'
import type { CopyLevel, DuplicateVerbs } from './duplicate.ts'
import type { Enhancements } from './enhancements.ts'
import type { Feature } from './features.ts'
import type { AccountState, SpendLimit } from './health.ts'
import type { IdentityVerbs } from './identities.ts'
import type { InsightsVerb } from './insights.ts'
import type { AdType, LaunchAd, LaunchVerbs } from './launch.ts'
import type { LaunchFields, SentField } from './launch-fields.ts'
import type { EntityStatus, ManageVerbs } from './manage.ts'
import type { MaterialsVerb } from './materials.ts'
import type { MediaKind, PreparedMedia } from './media.ts'
import type { NetworkVerbs } from './network.ts'
import type { OAuth } from './oauth.ts'
import type { Pacer } from '../kit/http/pacer.ts'
import type { RehearsalVerbs } from './rehearsal.ts'
import type { ReportingVerbs, ShownPost, TermFiguresVerb } from './report.ts'
import type { SearchAdsVerbs } from './search-ads.ts'
import type { RenewToken } from './tokens.ts'

/** Where an ad is seen. */
interface Placement {
  name: string
  /** Width by height of the picture. */
  ratio: number
  /** beside: texts stand around the picture. over: they lie on it. */
  texts: 'beside' | 'over'
}

/** Where ads can be kept to, and within it to some positions: its words for these, and what people call them; absent: all of it. */
interface Network {
  name: string
  title: string
  positions?: readonly { name: string; title: string }[]
}

/**
 * What an ad platform is to the rest of the house. `verbs` says what can be done there: the names of the functions that its
 * sessions have (`kit/define-platform.ts`): a caller who asks for another gets 501, with the platforms that have it.
 */
export interface Platform {
  /** Our word for it, in `adAccountType`, in paths and in answers. */
  name: string
  /** Other words that callers use. */
  aliases: string[]
  /** The platform's own name, for people. */
  title: string
  /** What people call the network that its ads are shown on too (`secondary`). */
  companion?: string
  /** The networks that an ad set can be kept to, by our words for them and their own names; absent: it has one. */
  networks?: readonly Network[]
  /** Its own words for what campaigns are made of; those that are left out are ours. */
  levels?: Partial<Record<CopyLevel, string>>
  /** What can be copied, where anything can; absent: all of it. */
  copies?: readonly CopyLevel[]
  /** How many days back it tells of changes, where it does; absent: any number. */
  changeDays?: number
  /** A small picture that stands for it, drawn by us: a tile of this colour with a white line, 20 by 20. */
  mark: { colour: string; path: string }
  /** Where its ads are seen, for previews; absent: in a feed, with a square picture. */
  placements?: readonly Placement[]
  /** Where its simulator lives in the sandbox. */
  sandboxPath: string
  /** Account ids that surely belong here even before the account is known. */
  accountIdPattern?: RegExp
  /** Whether the id of a campaign, ad set or ad can look like this here: of another it is not asked. Absent: it may look like anything. */
  isEntityId?(id: string): boolean
  api: ApiVersion & {
    address: string
    /** Other versions that are known to answer alike, for whoever needs one before the next release; absent: none. */
    alsoKnown?: readonly ApiVersion[]
  }
  /** What else ends here, for users to prepare for. */
  endings?: PlatformEnding[]
  /** Settings that only this platform has, by their names in the environment. */
  settings?: Readonly<Record<string, PlatformSetting>>
  /** What a connection must hold; secrets and all. */
  credentials: z.ZodObject
  /** Parts of the service that need more permissions than every connection must hold; absent: none do. */
  features?: readonly Feature[]
  /** How people consent to us there; absent: there is no consent, only keys. */
  oauth?: OAuth
  /** What opens the simulator. A tenant is a company with sandbox accounts of its own. */
  sandboxCredentials(tenant: string | null): Record<string, string>
  verbs: readonly Verb[]
  /** Who may read figures from here; absent: everybody who may read. */
  reportsFor?: 'people'
  open(credentials: Record<string, string>, surroundings: Surroundings): Session
  /** The documented form of an account id, for callers who write it without its prefix, say. */
  fullAccountId?(id: string): string
  /** Which kinds of ads can be launched here; absent: none. */
  launchTypes?: AdType[]
  /** Where the operations of its own begin that are for what it has instead, by method and path; absent: there are none. */
  insteadOfLaunching?: string
  /** What the ads are made of; absent: pictures and videos. */
  mediaKinds?: readonly MediaKind[]
  /** The fields of an ad that this platform takes beyond those that all do. */
  launchFields?: LaunchFields
  /** What it changes in ads by itself and lets an ad switch off; absent: nothing. */
  enhancements?: Enhancements
  /** Of the fields whose absence is warned of, those that an ad like this is made of; absent: all shared and declared ones. */
  usedFields?(ad: LaunchAd): readonly string[]
  /** How each field of this ad, and of its media, is sent; null: no ad is made of it. Absent: nothing is known of that. */
  sentFields?: (ad: LaunchAd) => Readonly<Record<'ad' | 'media', Readonly<Record<string, SentField | null>>>>
  /** The type that an ad has by its other fields, where the caller names none; absent: single. */
  impliedType?(ad: LaunchAd): AdType | undefined
  /** Whether the ad's media are only a preview of something that exists already, so that none is fetched; absent: never. */
  showsExisting?(ad: LaunchAd): boolean
  /** Whether the ad shows something that exists already and so comes without media; absent: never. */
  takesNoMedia?(ad: LaunchAd): boolean
  /** What an ad is that shows a post which exists already, in the words of a launch; absent: no ad can. */
  adOfPost?: (shown: ShownPost) => Record<string, unknown>
  /** How far a single day may exceed a daily budget here; absent: the platform says nothing of that, so it counts as 1. */
  dayFactor?: DayFactor
  /** How many ads an ad set can ever hold; absent: as many as one likes. */
  maxAdsPerAdSet?: number
  /** Where a person can look at an ad. */
  adUrl?(accountId: string, adId: string): string
  /** Rules of the platform's own for one ad of a launch, checked before any call. */
  checkAd?(ad: LaunchAd, path: string): Issue[]
  /** Whether this ad can only be judged by asking the platform about something that exists; `launch.preview` asks. */
  needsPreview?(ad: LaunchAd): boolean
  /** Rules about what is in the media, for ads whose media have been fetched. */
  checkMedia?(ad: LaunchAd, media: Pick<PreparedMedia, 'width' | 'height'>[], path: string): Issue[]
}

/** A version of a platform's interface. */
interface ApiVersion {
  version: string
  /** When the platform switches it off (YYYY-MM-DD), where it has said so. */
  endsOn: string | null
}

interface DayFactor {
  /** What a daily budget is multiplied with to have the most that a day can cost; at least 1. */
  factor: number
  /** Where the platform says so, for people to look it up. */
  source: string
}

export interface PlatformSetting {
  default: string
  about: string
  /** Refuses what cannot be used, with a message that says what can. */
  schema: z.ZodType<string>
}

export interface PlatformEnding {
  /** YYYY-MM-DD. */
  on: string
  /** The setting of the platform that holds the day, where it is one. */
  onSetting?: string
  /** Goes on after the platform's name. */
  what: string
  whatToDo: string
}

export interface Surroundings {
  /** Without a trailing slash: the platform's own address or the sandbox's. */
  baseUrl: string
  timeoutMs: number
  isSandbox: boolean
  /** Which of the versions that the driver knows is spoken; absent: its own. */
  apiVersion?: string
  pacer: Pacer
  /** The platform's own settings, by name: what was given, or the defaults. */
  settings: Readonly<Record<string, string>>
  /** Has another token and keeps it before it is used, under one lock for all processes; absent: there is nowhere to keep it. */
  renew?: RenewToken
  /** By account id, what `PlatformAccount.login` was when the accounts were last listed; absent: nobody remembers. */
  cachedLogins?: () => Promise<ReadonlyMap<string, string>>
  /** Makes every call; absent: it is made as it is. */
  aroundCall?: <T>(call: () => Promise<T>) => Promise<T>
  /** Told how every call ended and how long it took. */
  onCall?: (outcome: CallOutcome, ms: number) => void
  /** Told of every write that was sent, whatever became of it. */
  onWrite?: () => void
  now: () => Date
}

/** A platform opened with one company's credentials. */
export interface Session extends ManageVerbs {
  check?(): Promise<ConnectionCheck>
  listAccounts(): Promise<PlatformAccount[]>
  listProfiles?(accountId: string): Promise<Profile[]>
  /** Where the content of new ads can be kept, ready to be chosen from. */
  listBoards?(accountId: string): Promise<{ value: string; label: string }[]>
  listAdSets?(accountId: string, filter: ListFilter): Promise<PlatformAdSet[]>
  listCampaigns?(accountId: string, filter: ListFilter): Promise<PlatformCampaign[]>
  /** Spend in main units by campaign id, from one day to another, both included, in the account's time zone. */
  spendByCampaign?(accountId: string, from: string, to: string): Promise<Map<string, number>>
  launch?: LaunchVerbs
  /** Trying creates without making anything. */
  rehearsal?: RehearsalVerbs
  /** Who can speak in ads, where that is somebody other than a page. */
  identities?: IdentityVerbs
  /** Making campaigns and ad sets where the platform runs some of them by itself. */
  automated?: AutomatedVerbs
  /** Figures by what ads are made of, where the platform puts that together. */
  readMaterials?: MaterialsVerb
  /** Copies of campaigns, ad sets and ads. */
  duplicate?: DuplicateVerbs
  /** Figures of the account, as the platform counts them. */
  insights?: InsightsVerb
  /** Daily figures of ads, for reports that are kept here. */
  reporting?: ReportingVerbs
  /** Figures split by what people searched for. */
  termFigures?: TermFiguresVerb
  /** Keywords, searches, and accounts under managers. */
  searchAds?: SearchAdsVerbs
  /** Organizations that speak, their posts, and everything in an account at once. */
  network?: NetworkVerbs
  /**
   * How much of the account's allowance of calls is left, from 0 to 1, without asking the platform; null: it has said nothing of that
   * lately. Where a platform tells nothing but refusals it is 1 until one comes. `definePlatform` gives it to every session.
   */
  allowanceLeft?(accountId: string): Promise<number | null>
  /** The same session for one caller: what it reads ends when the caller hangs up. Limits and tokens stay shared. */
  until?(caller: AbortSignal): Session
  close?(): Promise<void>
}

/** Something that not every platform can do. */
export type Verb = Exclude<
  keyof Session,
  'check' | 'listAccounts' | 'deletedBecomes' | 'deletesWithin' | 'allowanceLeft' | 'until' | 'close'
>

export interface ConnectionCheck {
  identity: string
  accounts: PlatformAccount[]
  scopes: string[]
  /** Those without which nothing works; what single features lack follows from `Platform.features`. */
  missingScopes: string[]
  /** As far as the platform has told: some tell only with a renewal, some never. */
  expiresAt: Date | null
  /** Whether new tokens are had without anybody's help; then `renewedAt` is when that happened last, if it is known. */
  isRenewed?: boolean
  renewedAt?: Date | null
}

export interface PlatformAccount {
  id: string
  name: string
  currency: string
  timeZone: string
  status: AccountState
  /** Why it is not active, for people; absent: it is, or the platform does not say. */
  stateReason?: string
  /** What it may spend in all; absent: it has no limit, or the platform does not tell. */
  spendLimit?: SpendLimit
  /** How the driver reaches it, in words of its own, for its next start; absent: it needs none. */
  login?: string
}

export interface Profile {
  page: string
  primaryName: string
  secondary: string | null
  secondaryName: string | null
  pictureUrl: string | null
}

export interface ListFilter {
  search?: string
  status?: EntityStatus
  limit: number
}

export interface PlatformAdSet {
  value: string
  label: string
  /** Its own switch, in the platform's word. */
  status: string
  /** What that amounts to below its campaign. */
  effectiveStatus: string
  campaignId: string
  campaignName: string
  adCount: number | null
  /** How many more ads the platform lets this ad set hold. */
  capacity: number | null
  /** Why no ad can be launched into it, for people; absent: they can. Such ad sets come last. */
  closed?: string
}

export interface PlatformCampaign {
  id: string
  name: string
  status: string
  effectiveStatus: string
  objective: string | null
  dailyBudget: number | null
  lifetimeBudget: number | null
}
