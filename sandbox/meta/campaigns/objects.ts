export type Status = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED'

/** What every stored object has; names on the wire are the platform's own. */
export interface GraphObject {
  id: string
  /** The company it belongs to; for any other company it does not exist. */
  tenant: string
  /** Milliseconds; shown as created_time and updated_time. */
  created: number
  updated: number
  [field: string]: unknown
}

export interface Account extends GraphObject {
  account_id: string
  name: string
  currency: string
  timezone_name: string
  business_id: string
}

export interface Page extends GraphObject {
  name: string
  username: string
  category: string
  instagram_id: string
  tasks: string[]
}

export interface InstagramAccount extends GraphObject {
  username: string
  name: string
}

export interface Post extends GraphObject {
  page_id: string
  message: string
  link?: string
  call_to_action?: { type: string; value: { link: string } }
}

/** Campaigns, ad sets and ads: what can be switched on and off. */
export interface Deliverable extends GraphObject {
  account_id: string
  name: string
  status: Status
  /** Ids of labels. */
  labels: string[]
  /** Every status it ever had, oldest first; without it, the status never changed. */
  history?: StatusChange[]
}

export interface StatusChange {
  /** Milliseconds. */
  at: number
  status: Status
}

export interface Campaign extends Deliverable {
  objective: string
  special_ad_categories: string[]
  special_ad_category_country?: string[]
  daily_budget?: number
  lifetime_budget?: number
  bid_strategy?: string
}

export interface AdSet extends Deliverable {
  campaign_id: string
  optimization_goal: string
  billing_event: string
  targeting: Record<string, unknown>
  daily_budget?: number
  lifetime_budget?: number
  bid_strategy?: string
  bid_amount?: number
  promoted_object?: Record<string, unknown>
  /** Milliseconds. */
  start: number
  end?: number
  is_dynamic_creative: boolean
  /** When the budget was last changed, newest last: at most four changes an hour. */
  budget_edits?: number[]
}

export interface Ad extends Deliverable {
  campaign_id: string
  adset_id: string
  creative_id: string
  /** Until then the ad is in review. */
  reviewed: number
  /** The review ends with a refusal. */
  is_rejected?: boolean
}

export interface Creative extends GraphObject {
  account_id: string
  name: string
  status: 'ACTIVE' | 'DELETED'
  labels: string[]
  object_story_spec?: Record<string, unknown>
  asset_feed_spec?: Record<string, unknown>
  object_story_id?: string
  source_instagram_media_id?: string
  call_to_action?: Record<string, unknown>
}

export interface Image extends GraphObject {
  account_id: string
  hash: string
  name: string
  width: number
  height: number
  size: number
  format: string
  status: 'ACTIVE' | 'DELETED'
}

export interface Video extends GraphObject {
  account_id: string
  title: string
  size: number
  status: 'ACTIVE' | 'DELETED'
  /** From when on the upload is complete, and from when on it can be used. */
  uploaded?: number
  ready?: number
  length: number
  width: number
  height: number
}

export interface UploadSession extends GraphObject {
  account_id: string
  video_id: string
  file_size: number
  received: number
}

export interface Label extends GraphObject {
  account_id: string
  name: string
}

export interface Pixel extends GraphObject {
  account_id: string
  name: string
}

export interface Business extends GraphObject {
  name: string
}

export interface InstagramMedia extends GraphObject {
  instagram_id: string
  caption: string
  media_type: string
}

/** A call that is worked off in the background, with its answer. */
export interface AsyncSession extends GraphObject {
  name: string
  method: string
  uri: string
  /** Milliseconds at which it shows as done. */
  due: number
  outcome: { status: number; body: unknown } | null
}

export interface ReportRun extends GraphObject {
  account_id: string
  target_type: string
  target_id: string
  params: Record<string, unknown>
  due: number
}

/** A line of the change history; `extra_data` is JSON as the platform writes it. */
export interface Activity extends GraphObject {
  account_id: string
  event_type: string
  category: string
  object_id: string
  object_name: string
  object_type: string
  /** Ids of the objects above it, for the histories of those. */
  parents: string[]
  extra_data: string
}

/** A comment on a Page's post or on an Instagram post. */
export interface Comment extends GraphObject {
  /** The post or media it stands under. */
  subject_id: string
  /** The Page that may moderate it; absent on Instagram. */
  page_id?: string
  parent_id?: string
  message: string
  author: { id: string; name: string }
  is_hidden: boolean
  like_count: number
}

export interface CustomConversion extends GraphObject {
  account_id: string
  name: string
  pixel_id: string
}

export interface ServerEvent extends GraphObject {
  pixel_id: string
  event_name: string
  event_id?: string
  event_time: number
  is_test: boolean
  is_duplicate: boolean
}

export interface BudgetSchedule extends GraphObject {
  account_id: string
  ad_object_id: string
  budget_value: number
  budget_value_type: string
  /** Unix seconds. */
  time_start: number
  time_end: number
}

/** Somebody who lets the company advertise with her posts. */
export interface Creator extends GraphObject {
  username: string
  name: string
  page_id: string
  permission_status: string
}

export interface AdCode extends GraphObject {
  media_id: string
  creator_id: string
  /** Milliseconds. */
  expires: number
}

export interface CustomAudience extends GraphObject {
  account_id: string
  name: string
}

/** Targeting under a name. */
export interface SavedAudience extends GraphObject {
  account_id: string
  name: string
}

export interface LeadForm extends GraphObject {
  page_id: string
  name: string
}

export interface Thumbnail extends GraphObject {
  video_id: string
  image_id: string
}

/** What a creative shows, whether it is stored already or still only asked for. */
export type CreativeContent = Pick<
  Creative,
  'object_story_spec' | 'asset_feed_spec' | 'object_story_id' | 'source_instagram_media_id' | 'call_to_action'
>
