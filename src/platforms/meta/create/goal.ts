import type { AdSetRequest } from '../../contract/manage.ts'
import { lookUp } from '../../../lookup.ts'

/**
 * Words of ours for which the wire has another. Website and phone is none of the platform's destinations: the ad set
 * leads to the website, and the phone number is in the button of its ads.
 */
const neutralDestinations: Record<string, string> = {
  WEBSITE_AND_PHONE_CALL: 'WEBSITE',
  MESSAGING_SECONDARY_DIRECT_MESSENGER: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
  MESSAGING_SECONDARY_DIRECT_MESSENGER_CHAT_APP: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP',
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Ad sets for calls. The platform's guide to call ads has the word, and its machine-readable list does not. */
const phoneCall = 'PHONE_CALL'

/** The platform's list. */
const destinations = words(`
  APP APPLINKS_AUTOMATIC FACEBOOK FACEBOOK_LIVE FACEBOOK_PAGE IMAGINE INSTAGRAM_DIRECT INSTAGRAM_LIVE
  INSTAGRAM_PROFILE INSTAGRAM_PROFILE_AND_FACEBOOK_PAGE MESSAGING_INSTAGRAM_DIRECT_MESSENGER
  MESSAGING_INSTAGRAM_DIRECT_MESSENGER_WHATSAPP MESSAGING_INSTAGRAM_DIRECT_WHATSAPP MESSAGING_MESSENGER_WHATSAPP
  MESSENGER ON_AD ON_EVENT ON_PAGE ON_POST ON_VIDEO SHOP_AUTOMATIC WEBSITE WHATSAPP
`)

export const documentedDestinations = ['WEBSITE', phoneCall, ...Object.keys(neutralDestinations)]

export const billingEvents = words(`
  APP_INSTALLS CLICKS IMPRESSIONS LINK_CLICKS LISTING_INTERACTION NONE OFFER_CLAIMS PAGE_LIKES POST_ENGAGEMENT
  PURCHASE THRUPLAY
`)

export const optimizationGoals = words(`
  ADVERTISER_SILOED_VALUE AD_RECALL_LIFT APP_INSTALLS APP_INSTALLS_AND_OFFSITE_CONVERSIONS AUTOMATIC_OBJECTIVE
  CONVERSATIONS DERIVED_EVENTS ENGAGED_PAGE_VIEWS ENGAGED_USERS EVENT_RESPONSES IMPRESSIONS IN_APP_VALUE
  LANDING_PAGE_VIEWS LEAD_GENERATION LINK_CLICKS MEANINGFUL_CALL_ATTEMPT MESSAGING_APPOINTMENT_CONVERSION
  MESSAGING_PURCHASE_CONVERSION NONE OFFSITE_CONVERSIONS PAGE_LIKES POST_ENGAGEMENT PROFILE_AND_PAGE_ENGAGEMENT
  PROFILE_VISIT QUALITY_CALL QUALITY_LEAD REACH REMINDERS_SET SUBSCRIBERS THRUPLAY TWO_SECOND_CONTINUOUS_VIDEO_VIEWS
  VALUE VISIT_INSTAGRAM_PROFILE
`)

export function isDestination(word: string): boolean {
  return word === phoneCall || wireDestination(word) !== null
}

/** The wire's word, or null when there is none. */
export function wireDestination(word: string): string | null {
  const wire = lookUp(neutralDestinations, word) ?? word
  return destinations.has(wire) ? wire : null
}

/** What is sent of the destination that was asked for. Ad sets for calls have `forCalls`; null: nothing, their goal says it. */
export function sentDestination(word: string, forCalls: string | null): string | undefined {
  return (word === phoneCall ? forCalls : wireDestination(word)) ?? undefined
}

/** The goal an ad set gets when its maker named none: one that goes with the objective and needs nothing more. */
export function defaultGoal(objective: string, { destinationType, promotedObject = {} }: AdSetRequest): string {
  const destination = wireDestination(destinationType ?? '') ?? ''
  const isMessaging = destination === 'MESSENGER' || destination === 'WHATSAPP' || destination.startsWith('MESSAGING_')
  const promotes = (field: string, camel: string) => Boolean(promotedObject[field] ?? promotedObject[camel])
  const hasPixel = promotes('pixel_id', 'pixelId')
  const hasPage = promotes('page_id', 'pageId')
  if (destinationType === phoneCall && objective !== 'OUTCOME_APP_PROMOTION') return 'QUALITY_CALL'
  switch (objective) {
    case 'OUTCOME_AWARENESS':
      return 'REACH'
    case 'OUTCOME_APP_PROMOTION':
      return 'APP_INSTALLS'
    case 'OUTCOME_ENGAGEMENT':
      if (isMessaging) return 'CONVERSATIONS'
      if (destination === 'ON_VIDEO') return 'THRUPLAY'
      if (hasPixel) return 'OFFSITE_CONVERSIONS'
      return destination === 'ON_PAGE' || (hasPage && destination === '') ? 'PAGE_LIKES' : 'POST_ENGAGEMENT'
    case 'OUTCOME_LEADS':
      if (hasPixel) return 'OFFSITE_CONVERSIONS'
      if (isMessaging) return 'CONVERSATIONS'
      return hasPage ? 'LEAD_GENERATION' : 'LINK_CLICKS'
    case 'OUTCOME_SALES': {
      if (isMessaging) return 'CONVERSATIONS'
      const hasConversion =
        hasPixel || promotes('application_id', 'applicationId') || promotes('product_set_id', 'productSetId')
      return hasConversion ? 'OFFSITE_CONVERSIONS' : 'LINK_CLICKS'
    }
    default:
      return 'LINK_CLICKS'
  }
}

const destinationOfGoal: Record<string, string> = {
  LEAD_GENERATION: 'ON_AD',
  POST_ENGAGEMENT: 'ON_POST',
  PAGE_LIKES: 'ON_PAGE',
}

/** Some goals happen in one place only; the platform wants it named all the same. */
export function defaultDestination(goal: string): string | undefined {
  return lookUp(destinationOfGoal, goal)
}
