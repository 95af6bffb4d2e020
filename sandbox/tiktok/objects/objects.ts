export type OperationStatus = 'ENABLE' | 'DISABLE'

export interface StatusChange {
  /** Milliseconds. */
  at: number
  status: OperationStatus | 'DELETE'
}

interface Stored {
  id: string
  advertiser: string
  created: number
  updated: number
}

/** What can be switched on and off, and deleted for good. */
export interface Switched extends Stored {
  name: string
  status: OperationStatus
  /** Every status it ever had, oldest first; without it, the status never changed. */
  history?: StatusChange[]
  isDeleted: boolean
}

export interface Advertiser {
  id: string
  tenant: string
  name: string
  currency: string
  timezone: string
  displayTimezone: string
  country: string
  created: number
  mayUseCustomIdentity: boolean
}

export interface Campaign extends Switched {
  objective: string
  /** Run by the platform's own automation: nothing in it can be made or changed in the usual ways. */
  isSmartPlus?: boolean
  budget: number
  budgetMode: string
  /** Everything else that was sent, shown again as it is. */
  more: Record<string, unknown>
}

export interface AdGroup extends Switched {
  campaign: string
  budget: number
  budgetMode: string
  placementType: string
  placements: string[]
  scheduleType: string
  scheduleStart: string
  scheduleEnd: string
  more: Record<string, unknown>
}

export interface Ad extends Switched {
  adgroup: string
  campaign: string
  /** Of an ad of the automation, what its first creative amounts to. */
  creative: Record<string, unknown>
  smart?: SmartContent
}

/** What an ad of the automation is made of. */
export interface SmartContent {
  creatives: SmartCreative[]
  /** Texts, links, buttons and the configuration, as they were sent. */
  lists: Record<string, unknown>
}

export interface SmartCreative {
  /** `ad_material_id`. */
  id: string
  /** Its own id among the ads, one for each creative. */
  adId: string
  status: OperationStatus
  info: Record<string, unknown>
}

/** A group of buttons that an ad of the automation names. */
export interface Portfolio extends Stored {
  words: string[]
}

export interface Image extends Stored {
  fileName: string
  width: number
  height: number
  size: number
  format: string
  signature: string
}

export interface Video extends Stored {
  fileName: string
  width: number
  height: number
  duration: number
  size: number
  format: string
  signature: string
  /** From then on it can be used. */
  ready: number
}

export interface Identity extends Stored {
  type: string
  name: string
  bcId?: string
  isAvailable: boolean
}

export interface Post {
  id: string
  advertiser: string
  identity: string
  text: string
  duration: number
  created: number
  /** Absent: a video. */
  kind?: 'VIDEO' | 'CAROUSEL'
  /** Who sees it; absent: everybody. */
  audience?: 'ALL' | 'FRIENDS' | 'AUTHOR'
}

export interface Pixel extends Stored {
  name: string
  category: string
}

/** People from files, or targeting that was saved. */
export interface Audience extends Stored {
  name: string
  kind: 'custom' | 'saved'
  calculateType: string
  /** How long it is kept. */
  days: number
  targeting: Record<string, unknown>
}

/** What somebody said under an ad. */
export interface Comment extends Stored {
  ad: string
  /** The comment that it answers. */
  replyTo: string | null
  text: string
}

/** A report that is made in the background. */
export interface ReportTask {
  id: string
  advertiser: string
  /** Only whoever holds it may see the report. */
  token: string
  params: Record<string, unknown>
  created: number
  due: number
  isCanceled: boolean
}

/** A creator's leave to advertise with one post. */
export interface SparkCode {
  code: string
  advertiser: string
  post: string
  identity: string
  isRedeemed: boolean
}

export interface ChunkedUpload extends Stored {
  size: number
  name: string
  contentType: string
  received: number
  /** base64 of what has come so far. */
  pieces: string[]
  isFinished: boolean
}
