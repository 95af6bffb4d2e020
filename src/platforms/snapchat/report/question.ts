import type { EntityLevel } from '../../contract/report.ts'
import type { Params } from '../client.ts'
import { dayAfter, midnightOf } from './midnight.ts'
import type { RunPace } from './run.ts'

export type Stats = Record<string, number>

export const breakdownOf: Record<EntityLevel, string> = { campaign: 'campaign', adset: 'adsquad', ad: 'ad' }

/** What counts as a result, by an ad set's goal or a campaign's objective. */
const resultField: Record<string, string> = {
  SWIPES: 'swipes',
  IMPRESSIONS: 'impressions',
  VIDEO_VIEWS: 'video_views',
  APP_INSTALLS: 'total_installs',
  PIXEL_PURCHASE: 'conversion_purchases',
  PIXEL_SIGNUP: 'conversion_sign_ups',
  PIXEL_ADD_TO_CART: 'conversion_add_cart',
  PIXEL_PAGE_VIEW: 'conversion_page_views',
  LEAD_FORM_SUBMISSIONS: 'native_leads',
  BRAND_AWARENESS: 'impressions',
  AWARENESS_AND_ENGAGEMENT: 'impressions',
  ENGAGEMENT: 'swipes',
  TRAFFIC: 'swipes',
  WEB_VIEW: 'swipes',
  VIDEO_VIEW: 'video_views',
  WEB_CONVERSION: 'conversion_purchases',
  CATALOG_SALES: 'conversion_purchases',
  SALES: 'conversion_purchases',
  APP_INSTALL: 'total_installs',
  APP_CONVERSION: 'total_installs',
  APP_PROMOTION: 'total_installs',
  LEAD_GENERATION: 'native_leads',
  LEADS: 'native_leads',
}

export const countFields = [
  ...new Set(['spend', 'impressions', 'swipes', 'video_views', 'video_views_15s', ...Object.values(resultField)]),
]

/** The field that counts results for a goal; undefined for goals that are not known to have one. */
export function resultFieldOf(goal: string | null | undefined): string | undefined {
  return goal ? resultField[goal] : undefined
}

/** The most days of one call. The platform names no exact number; connectors that are in use ask for 30. */
export const daysAtOnce = 30

/** Said with every question, so that the figures do not depend on what the platform takes for granted. */
const attribution = { swipe_up_attribution_window: '28_DAY', view_attribution_window: '1_DAY' }

export interface Question {
  accountId: string
  level: EntityLevel
  from: string
  to: string
  timeZone: string
  isDaily: boolean
  fields: string[]
  byCountry?: boolean
  /** Have it prepared in the background instead of being answered at once. */
  background?: RunPace
}

type AnyQuestion = Omit<Question, 'level'> & { level: Question['level'] | 'account' }

/** Days are cut at the account's midnights. */
export function paramsOf(question: AnyQuestion): Params {
  const { level, from, to, timeZone, isDaily, fields, byCountry = false } = question
  return {
    granularity: isDaily ? 'DAY' : 'TOTAL',
    ...(level === 'account' ? {} : { breakdown: breakdownOf[level] }),
    fields: fields.join(','),
    start_time: midnightOf(from, timeZone),
    end_time: midnightOf(dayAfter(to), timeZone),
    omit_empty: true,
    ...attribution,
    ...(byCountry ? { report_dimension: 'country' } : {}),
  }
}
