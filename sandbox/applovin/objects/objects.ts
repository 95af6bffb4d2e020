export type Status = 'LIVE' | 'PAUSED'
export type CampaignType = 'APP' | 'WEB'

/** What every stored object has. */
interface Owned {
  id: string
  account_id: string
  /** Milliseconds. */
  created: number
  updated: number
}

export interface Account {
  id: string
  /** The company it belongs to; for any other company it does not exist. */
  tenant: string
  name: string
  currency: string
}

/** `fields` are what its maker wrote, in the platform's names. */
export interface Campaign extends Owned {
  type: CampaignType
  name: string
  status: Status
  fields: Record<string, unknown>
}

export interface CreativeSet extends Owned {
  type: CampaignType
  name: string
  status: Status
  version: 'V1' | 'V2'
  /** The campaigns that show it, in the order in which they got it. */
  campaign_ids: string[]
  asset_ids: string[]
  /** Languages, countries and the page that a click leads to. */
  fields: Record<string, unknown>
}

export const assetTypes = ['HOSTED_HTML', 'IMG_INTER_P', 'IMG_BANNER', 'VID_SHORT_P', 'VID_LONG_P'] as const
export type AssetType = (typeof assetTypes)[number]
export type ResourceType = 'IMAGE' | 'HTML' | 'VIDEO'

export interface Asset extends Owned {
  name: string
  asset_type: AssetType
  resource_type: ResourceType
  /** Until then it is looked at and stands in no list. */
  ready: number
  isRejected: boolean
}

/** One call that brought files. */
export interface Upload {
  id: string
  account_id: string
  /** When all of them have been looked at. */
  due: number
  files: { name: string; uploaded: number; assetId: string | null; error: string | null }[]
}
