type Status = 'ACTIVE' | 'PAUSED' | 'ARCHIVED'

/** What every stored object has; names on the wire are the platform's own. */
interface Owned {
  id: string
  /** The company it belongs to; for any other company it does not exist. */
  tenant: string
  /** Milliseconds. */
  created: number
  updated: number
}

export interface Account extends Owned {
  name: string
  currency: string
  country: string
}

export interface Board extends Owned {
  name: string
  description: string
  privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET'
}

export interface Pin extends Owned {
  board_id: string
  title: string | null
  description: string | null
  link: string | null
  alt_text: string | null
  kind: 'image' | 'video'
  /** null: not known, as for pictures behind an address. */
  width: number | null
  height: number | null
  /** The video that it shows. */
  media_id: string | null
  promoted: boolean
}

export interface Media extends Owned {
  /** Bytes received; 0 before the upload. */
  size: number
  uploaded: number | null
  /** When the processing ends. */
  ready: number | null
  /** How long the processing takes, decided when the video was registered. */
  seconds: number
  fails: boolean
}

export interface Campaign extends Owned {
  account_id: string
  name: string
  status: Status
  objective_type: string
  /** Micro units of the account's currency. */
  daily_spend_cap: number | null
  lifetime_spend_cap: number | null
  is_campaign_budget_optimization: boolean
  is_flexible_daily_budgets: boolean
  /** Unix seconds. */
  start_time: number | null
  end_time: number | null
}

export interface AdGroup extends Owned {
  account_id: string
  campaign_id: string
  name: string
  status: Status
  budget_in_micro_currency: number | null
  budget_type: 'DAILY' | 'LIFETIME' | 'CBO_ADGROUP'
  bid_strategy_type: string
  billable_event: string
  targeting_spec: Record<string, unknown>
  /** What counts as a conversion; null where the campaign is not for any. */
  optimization_goal_metadata: Record<string, unknown> | null
  start_time: number | null
  end_time: number | null
}

export interface Ad extends Owned {
  account_id: string
  campaign_id: string
  ad_group_id: string
  pin_id: string
  name: string | null
  status: Status
  creative_type: string
  destination_url: string | null
  customizable_cta_type: string | null
  /** Under the name that the setting `disclosureField` says; null: nothing was said. */
  disclosed: boolean | null
  /** Until then the ad is in review. */
  reviewed: number
}

/** What an ad account has beside of campaigns. */
export interface Belonging extends Owned {
  account_id: string
  kind: 'audiences' | 'conversion_tags' | 'customer_lists' | 'lead_forms'
  fields: Record<string, unknown>
}

export interface Keyword extends Owned {
  account_id: string
  /** An ad group, or a campaign for what its ads are not shown for. */
  parent_id: string
  parent_type: string
  value: string
  match_type: string | null
  bid: number | null
}
