import type { DayRange } from './insights.ts'
import type { AccountRef } from './terms.ts'

/** What figures of materials are told for. */
export const materialLevels = ['account', 'campaign', 'adset', 'ad'] as const

/** What of an ad rows are about. */
export const materialKinds = ['media', 'text', 'button'] as const
export type MaterialKind = (typeof materialKinds)[number]

export interface MaterialsQuery {
  kind: MaterialKind
  level: (typeof materialLevels)[number]
  /** Of these alone. */
  entityIds?: string[]
  range: DayRange
  /** Day by day, over all that is asked for together. */
  isDaily: boolean
}

/** What one video, post or carousel, one text or one button did in the ads that show it. */
export interface MaterialRow {
  /** Id of the video, the post or the carousel, the text or the button. */
  materialId: string
  /** What it is, in the platform's word. */
  type: string | null
  /** Its file's name, of videos. */
  name: string | null
  /** Its id in one ad. */
  adMaterialId: string | null
  /** What the row is told for; null day by day. */
  entityId: string | null
  /** null: all days together. */
  day: string | null
  spend: number
  impressions: number
  clicks: number
  conversions: number | null
  conversionValue: number | null
}

export type MaterialsVerb = (account: AccountRef, query: MaterialsQuery) => Promise<MaterialRow[]>
