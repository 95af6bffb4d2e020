export type Fields = Record<string, unknown>

/** What every stored thing has. */
interface Owned {
  /** The company it belongs to; for any other company it does not exist. */
  tenant: string
  /** Milliseconds. */
  created: number
  updated: number
}

export interface Account extends Owned {
  id: string
  name: string
  currency: string
  country: string
  status: string
  /** Number of the organization it advertises for. */
  organization: string
}

export interface Organization extends Owned {
  id: string
  name: string
  vanityName: string
  /** What the member may do there; null: nothing. */
  role: string | null
}

interface StatusChange {
  at: number
  status: string
}

/** A campaign group, a campaign or a creative: what was sent stands in `fields`. */
export interface Entity extends Owned {
  id: string
  account: string
  fields: Fields
  /** Counts the changes. */
  revision: number
  history: StatusChange[]
}

export interface Creative extends Entity {
  /** Since when it is looked at by people; null for a draft. */
  reviewFrom: number | null
  /** When they are done, and what they say then. */
  reviewEnds: number
  isRejected: boolean
}

export type ContentKind = 'NONE' | 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'ARTICLE' | 'CAROUSEL' | 'MULTI_IMAGE'

export interface Post extends Owned {
  /** `urn:li:share:7266148310001` */
  id: string
  author: string
  /** The ad account of a dark post. */
  account: string | null
  kind: ContentKind
  /** Two posts with the same one say the same. */
  likeness: string
  fields: Fields
}

export type MediaKind = 'image' | 'video' | 'document'

export interface MediaPart {
  index: number
  first: number
  last: number
  etag: string | null
  /** What the part shows of the file: its beginning tells the kind, somewhere stands how long it lasts. */
  facts: PartFacts
}

export interface PartFacts {
  format?: string
  seconds?: number
  pages?: number
}

export interface Media extends Owned {
  /** `urn:li:image:C4E10AQ...` */
  id: string
  kind: MediaKind
  owner: string
  size: number
  uploadEnds: number
  parts: MediaPart[]
  /** When everything was there. */
  uploaded: number | null
  /** When the processing ends. */
  ready: number | null
  seconds: number
  failure: string | null
}

/** A conversion, a lead form or an audience of an ad account. */
export interface Belonging extends Owned {
  id: string
  kind: string
  account: string
  fields: Fields
}

/** What somebody said under a post. */
export interface Comment extends Owned {
  id: string
  /** The URN of the post. */
  post: string
  /** The URN of who speaks. */
  actor: string
  text: string
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function recordOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type UrnType =
  | 'sponsoredAccount'
  | 'sponsoredCampaignGroup'
  | 'sponsoredCampaign'
  | 'sponsoredCreative'
  | 'organization'
  | 'person'
  | 'adForm'
  | 'geo'
  | 'image'
  | 'video'
  | 'document'
  | 'share'
  | 'ugcPost'

export function urn(type: UrnType, id: string): string {
  return `urn:li:${type}:${id}`
}

/** What stands behind `urn:li:<type>:`; nothing for another kind of name. */
export function idIn(value: unknown, type: UrnType): string | undefined {
  const start = `urn:li:${type}:`
  return typeof value === 'string' && value.startsWith(start) && value.length > start.length
    ? value.slice(start.length)
    : undefined
}
