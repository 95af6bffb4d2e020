import type { IncomingHttpHeaders } from 'node:http'
import type { AdStatus } from './ad-status.ts'
import type { Clock } from './control/clock.ts'
import type { Look } from './look.ts'
import type { Store } from './store.ts'

/** What a simulator is given: one call, already parsed. */
export interface SimRequest {
  method: string
  /** After the platform's prefix, without the query: `/v26.0/act_1/ads`. */
  path: string
  query: URLSearchParams
  /** The query as it came, for platforms whose syntax tells encoded characters from bare ones; empty without one. */
  rawQuery?: string
  headers: IncomingHttpHeaders
  body: RequestBody
  /** Address of the sandbox as this caller knows it, for links inside answers: `http://127.0.0.1:8081`. */
  origin: string
  /** Faults that change what is stored instead of the answer. */
  effects: Effects
  /** True for a part of a batch call. */
  inBatch?: boolean
  /** True for a call that the platform works off in the background. */
  isAsync?: boolean
}

export interface RequestBody {
  kind: 'none' | 'json' | 'form' | 'multipart' | 'other'
  /** Form or multipart fields, or the members of a JSON object. */
  fields: Record<string, unknown>
  /** The whole JSON value when `kind` is `json` and it parsed. */
  json?: unknown
  /** True when the body is not what its content type says. */
  malformed?: boolean
  files: UploadedFile[]
  /** The bytes as received; empty for multipart, whose parts are in `fields` and `files`. */
  raw: Buffer
}

export interface UploadedFile {
  field: string
  filename: string
  contentType: string
  size: number
  md5: string
  sha256: string
  /** The content; of files that have more than 64 MB together only what came first. */
  bytes: Buffer
}

interface Effects {
  /** slow-video: how many seconds the processing of a video uploaded now takes. */
  slowVideoSeconds?: number
  /** downgrade: fields that are stored otherwise than asked. */
  downgradeFields?: string[]
}

export interface SimReply {
  status: number
  headers?: Record<string, string>
  /** Objects leave as JSON, strings and buffers as they are (name their content type). */
  body: unknown
  /** The ad account the call was about, for the list of calls. */
  accountId?: string
}

/** What became of a call once faults had their say. */
export type Outcome = { kind: 'reply'; reply: SimReply } | { kind: 'drop' } | { kind: 'hang' }

/** The faults that a platform answers in its own words. */
export type PlatformFault =
  | { kind: 'platform-error'; code: number; subcode?: number; message?: string }
  | { kind: 'throttle'; seconds: number }
  | { kind: 'version-ended' }

/** The same shape for every platform, in our words. */
export interface PlatformState {
  platform: string
  baseUrl: string
  token: string
  /** The default tenant's two accounts first. */
  accounts: { id: string; currency: string; tenant: string }[]
  counts: { campaigns: number; adsets: number; ads: number; creatives: number; images: number; videos: number }
  /** Every ad over all tenants, also archived and deleted ones. */
  ads: StateAd[]
  /** What only this platform has, such as the app whose secret signs calls. */
  [extra: string]: unknown
}

export interface StateAd {
  id: string
  name: string
  accountId: string
  adsetId: string
  creativeId: string
  status: AdStatus
  createdAt: string
}

export interface SimContext {
  store: Store
  clock: Clock
  /** Seed of everything random; changed by a reset. */
  seed(): number
  /** Multiplies the number of seeded campaigns. */
  size(): number
  /** Address of the sandbox, for the state. */
  publicUrl(): string
  /** Sends a part of a batch through the same faults, limits and list of calls as a call of its own. */
  perform(request: SimRequest): Promise<Outcome>
}

/** What a platform takes in one call, in bytes. */
export interface SimulatorLimits {
  /** Anything but a form; it is held in memory. */
  body: number
  /** A form with its files. */
  form: number
}

/**
 * One platform. It keeps its objects in collections of the store named `<platform>.<kind>`, takes the time only from the clock,
 * and answers in the platform's own wire format. The framework flushes the store before an answer leaves.
 */
export interface Simulator {
  platform: string
  /** `/meta`: everything below it is this platform's. */
  prefix: string
  defaultToken: string
  /** Where it takes more in one call than texts and a picture. */
  limits?: Partial<SimulatorLimits>
  /** Fills in what is missing of the seeded state and forgets whatever is kept outside of the store; called at every start and after a reset. */
  seed(): void
  handle(request: SimRequest): Promise<SimReply>
  faultReply(fault: PlatformFault, request: SimRequest): SimReply
  state(accountId?: string): PlatformState
  /** What there is to look at, for people; absent: nothing is advertised here. */
  look?: Look
  /** Switches of this platform, changed by `POST /_control/<platform>`; throws ControlError for what it does not know. */
  changeSettings?(input: Record<string, unknown>): Record<string, unknown>
  /** The platform as it will be on the day (YYYY-MM-DD), where it is known to change; absent: nothing is known. Answers its switches. */
  liveOn?(day: string): Record<string, unknown>
  /** What only tests may see, at `GET /_control/<platform>/<name>`; throws ControlError for what it does not know. */
  inspect?(name: string, query: Record<string, string | undefined>): Record<string, unknown>
}

export type SimulatorFactory = (context: SimContext) => Simulator
