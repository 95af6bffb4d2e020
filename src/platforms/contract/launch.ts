import { PlatformError } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import type { Deadline } from '../kit/time/deadline.ts'
import type { LaunchFields, SentField, sharedFields, ValuesOf } from './launch-fields.ts'
import type { MediaKind, PreparedMedia } from './media.ts'

export const adTypes = ['single', 'multi', 'carousel', 'flexible', 'partnershipCode'] as const
export type AdType = (typeof adTypes)[number]

/** One ad as the caller asked for it, in the documented words, defaults filled in: what all platforms know of it. */
export interface LaunchAd extends ValuesOf<typeof sharedFields.ad> {
  adName: string
  type: AdType
  launchPaused: boolean
  media: LaunchMedia[]
}

interface LaunchMedia extends ValuesOf<typeof sharedFields.media> {
  url?: string
  type?: MediaKind
  thumbnail?: string
}

/** The ad as a platform sees it, with the fields that it declares. They were read by its own schemas. */
export type AdWith<F extends LaunchFields> = Omit<LaunchAd, 'media'> &
  ValuesOf<F['ad']> & { media: (LaunchMedia & ValuesOf<F['media']>)[] }

/** One ad in one ad set: the unit of a launch. */
export interface LaunchItem<Ad extends LaunchAd = LaunchAd> {
  accountId: string
  adSetId: string
  ad: Ad
  /** The ad's media in the caller's order, fetched and probed; empty where the ad needs none. */
  media: PreparedMedia[]
  /** For each of the media the preview picture that the caller gave for it; only videos have one. */
  thumbnails: (PreparedMedia | null)[]
  /** What `survey` found out. */
  facts: PlatformFacts
  /** Short and unique for the ad (not the ad set): the ad's creative is shared by all its ad sets. */
  adToken: string
  /** Short and unique for this ad in this ad set. */
  itemToken: string
  /** The same for all ads of the batch in this account. */
  batchLabel: string
  /** What is there before says nothing of what the launch made: a backup was restored, or it is looked at alone. */
  mayExist: boolean
}

export interface LaunchVerbs {
  /** How many calls may be in the air at once for one account. */
  concurrency: number
  /** The longest time a write may still take effect after it was sent. */
  requestLifeMs: number
  /** How long after its answer a write may stay invisible to reads. */
  readLagMs: number
  /**
   * Reads what the item's steps depend on (the goal of its ad set, the post it shows) before the first of them. Makes no
   * write. With an issue (its path starts below the ad) the item fails and nothing is made.
   */
  survey?(item: Omit<LaunchItem, 'facts'>, signal: AbortSignal): Promise<Survey>
  /**
   * What `survey` would find out about ads of a launch that is not accepted yet, as far as the platform tells before
   * the signal ends, by the ad's position. Makes no write.
   */
  preview?(accountId: string, ads: PreviewedAd[], signal: AbortSignal): Promise<AdPreview[]>
  /**
   * What of ads of a launch that is not accepted yet the platform would refuse when they are made, and `survey` does not
   * look at: whether their ad sets are there, open and have room, and who may speak in them. By the ad's position. Makes
   * no write, reads many things at once, and throws where the platform does not answer.
   */
  examine?(accountId: string, ads: PreviewedAd[], signal: AbortSignal): Promise<AdPreview[]>
  /** Something was written through the connection: what `examine` remembers may be otherwise now. */
  forgetExamined?(): void
  /** The writes that make the item exist, in order. Pure: the same item with the same facts gives the same steps. */
  steps(item: LaunchItem): Step[]
  /** What the ad was asked to be, in the platform's own words, and how to read what the platform stored in the same words. */
  receipt?(item: LaunchItem, results: Record<string, StepResult>): ReceiptComparison
}

export interface PreviewedAd<Ad extends LaunchAd = LaunchAd> {
  ad: Ad
  adSetIds: string[]
}

export interface AdPreview {
  /** Why the ad could not be made. Paths start below the ad. */
  issues: Issue[]
  /** What the platform tells nobody before the ad is made. */
  open?: Issue[]
  decided?: Decided[]
}

/** A field of the ad over which something that exists already decides: whatever the caller says, the ad has what stands there. */
export interface Decided {
  field: string
  /** Who decides, as it stands in a sentence: "the post". */
  by: string
  /** What stands there; null: nothing, undefined: it could not be read. */
  value: string | null | undefined
  /** Whether that is what the caller asks for, perhaps under another name. */
  isAsked: boolean
}

export interface ReceiptComparison {
  /** What of the ad something that exists already decides. */
  decided?: Decided[]
  asked: Record<string, unknown>
  /** How fields are sent that `sentFields` cannot know: by settings, say. */
  sentFields?: Readonly<Record<string, SentField>>
  /** Names of enhancements that are on in what is stored, and that nobody declares. */
  unlisted?(stored: Record<string, unknown>): string[]
  /** Where fields of the ad, in the caller's words, stand in what is asked: the platform may have another word for the same. */
  places?: Readonly<Record<string, string>>
  read(adId: string): Promise<Record<string, unknown>>
}

/** Named by the platform that asks for them; nobody else looks inside. */
export type PlatformFacts = Readonly<Record<string, string>>

export interface Survey {
  facts: PlatformFacts
  issues: Issue[]
}

export type StepKind = 'media' | 'creative' | 'ad'

/** One write to the platform, with what it takes to never make it twice. */
export interface Step {
  kind: StepKind
  /** Unique within the item; later steps find this one's result under it. */
  name: string
  /** Two steps with the same key in the same account are the same write: it is made once and shared. */
  key: string
  /**
   * What is asked for. Only its digest is kept. Where `find` cannot tell two writes apart, both ask for the same: then
   * neither takes what it found before its own fate is certain.
   */
  asks: unknown
  send(context: StepContext): Promise<StepResult>
  readBack: ReadBack
  /**
   * Waits until the result can be used (a video being processed). Makes no write. Throws Unusable when it never will be.
   */
  settle?(context: StepContext, result: StepResult): Promise<void>
}

/** What the platform answered: the id of what now exists, and whatever later steps need. */
export interface StepResult {
  id: string
  [extra: string]: string | number | boolean | null
}

export interface StepContext {
  /** Results of the steps before this one, by name. */
  results: Record<string, StepResult>
  /** When it is over, the write must not be sent any more: somebody else may have taken over. None: what is asked is no write. */
  sendBefore?: Deadline
  signal: AbortSignal
  /** Whether the journal already knows this ad as what another write made: for platforms that store no mark of ours. */
  isTaken(id: string): Promise<boolean>
  /** Whether the fate of another write that asks for the same is open as well, so that what is found may be that one's. */
  hasOpenTwin(): Promise<boolean>
  /** Fetches a file that the platform pointed at, with the same care as the caller's media. */
  fetchMedia(url: string): Promise<PreparedMedia>
}

/** What a step made earlier cannot be used (any more): the next attempt makes it anew. */
export class Unusable extends PlatformError {}

/**
 * What to do about a write whose answer was lost. A step cannot be written without deciding this: either the platform
 * itself recognises a repeat, or the result can be looked for.
 */
type ReadBack =
  | { kind: 'repeatable'; because: string }
  | { kind: 'find'; find(context: StepContext, intent: SentIntent): Promise<Found> }

export interface SentIntent {
  /** When the write was about to be sent, for the first time. */
  firstSentAt: Date
  /** The write can no longer take effect: what is not there now never will be. */
  isCertain: boolean
  /** What it is known to have made: it is looked for another one. */
  except?: ReadonlySet<string>
}

/** unclear: the platform's answer allows no conclusion; the item waits, nothing is guessed. */
export type Found = { found: StepResult } | 'absent' | 'unclear'
