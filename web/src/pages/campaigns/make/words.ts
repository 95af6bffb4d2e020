import type { CampaignWish, KindedCampaignWish } from '../../../data/campaigns/making.ts'
import { t } from '../../../languages/t.ts'

/** What a platform's word is called here. What is made goes out in the platform's own words. */
type Titles = Readonly<Record<string, string>>

export const objectives: Record<CampaignWish['objective'], string> = {
  OUTCOME_SALES: t('Sales'),
  OUTCOME_LEADS: t('Leads'),
  OUTCOME_TRAFFIC: t('Traffic'),
  OUTCOME_ENGAGEMENT: t('Engagement'),
  OUTCOME_AWARENESS: t('Awareness'),
  OUTCOME_APP_PROMOTION: t('App promotion'),
}

export const kindedObjectives: Record<KindedCampaignWish['objective'], string> = {
  WEB_CONVERSIONS: t('Sales on a website'),
  APP_PROMOTION: t('App promotion'),
  LEAD_GENERATION: t('Leads'),
  PRODUCT_SALES: t('Product sales'),
  TRAFFIC: t('Traffic'),
  REACH: t('Reach'),
  VIDEO_VIEWS: t('Video views'),
  ENGAGEMENT: t('Engagement'),
}

export const statuses = { PAUSED: t('Paused'), ACTIVE: t('Running at once') } as const

export const strategies = {
  '': t('As many results as the budget buys'),
  COST_CAP: t('Cost cap: results cost about this much'),
  LOWEST_COST_WITH_BID_CAP: t('Bid cap: no bid above this much'),
} as const

export const isCapped = (strategy: string | undefined): boolean => Boolean(strategy)

export const specialCategories: Titles = {
  HOUSING: t('Housing'),
  EMPLOYMENT: t('Employment'),
  FINANCIAL_PRODUCTS_SERVICES: t('Financial products and services'),
  ISSUES_ELECTIONS_POLITICS: t('Social issues, elections or politics'),
}

const goalTitles: Titles = {
  '': t('As goes with the objective'),
  OFFSITE_CONVERSIONS: t('Conversions on the site'),
  VALUE: t('Value of conversions'),
  LANDING_PAGE_VIEWS: t('Views of the landing page'),
  LINK_CLICKS: t('Clicks on the link'),
  LEAD_GENERATION: t('Leads in a form'),
  QUALITY_LEAD: t('Leads that become customers'),
  CONVERSATIONS: t('Conversations'),
  QUALITY_CALL: t('Calls'),
  POST_ENGAGEMENT: t('Engagement with the post'),
  PAGE_LIKES: t('Likes of the page'),
  THRUPLAY: t('Videos watched through'),
  REACH: t('Reach'),
  IMPRESSIONS: t('Impressions'),
  AD_RECALL_LIFT: t('People who remember the ad'),
  APP_INSTALLS: t('Installs of the app'),
}

const goalsOf: Record<string, readonly string[]> = {
  OUTCOME_SALES: ['OFFSITE_CONVERSIONS', 'VALUE', 'LANDING_PAGE_VIEWS', 'LINK_CLICKS', 'CONVERSATIONS'],
  OUTCOME_LEADS: ['LEAD_GENERATION', 'QUALITY_LEAD', 'OFFSITE_CONVERSIONS', 'CONVERSATIONS', 'QUALITY_CALL'],
  OUTCOME_TRAFFIC: ['LANDING_PAGE_VIEWS', 'LINK_CLICKS', 'REACH', 'IMPRESSIONS'],
  OUTCOME_ENGAGEMENT: ['POST_ENGAGEMENT', 'THRUPLAY', 'CONVERSATIONS', 'PAGE_LIKES', 'LINK_CLICKS'],
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS', 'AD_RECALL_LIFT', 'THRUPLAY'],
  OUTCOME_APP_PROMOTION: ['APP_INSTALLS', 'LINK_CLICKS', 'VALUE'],
}

/** What an ad set can be optimized for in a campaign of that objective, to choose from. */
export function goalOptions(objective: string | null) {
  const goals = (objective && goalsOf[objective]) || Object.keys(goalTitles).filter((goal) => goal !== '')
  return ['', ...goals].map((value) => ({ value, label: goalTitles[value] ?? value }))
}

/** Goals that need to know which pixel counts. */
export const countsByPixel = (goal: string): boolean => ['OFFSITE_CONVERSIONS', 'VALUE'].includes(goal)

/** Goals that need to know which page people turn to. */
export const needsPage = (goal: string): boolean =>
  ['LEAD_GENERATION', 'QUALITY_LEAD', 'PAGE_LIKES', 'CONVERSATIONS'].includes(goal)

export const pixelEvents: Titles = {
  PURCHASE: t('Purchase'),
  ADD_TO_CART: t('Add to cart'),
  INITIATED_CHECKOUT: t('Checkout begun'),
  LEAD: t('Lead'),
  COMPLETE_REGISTRATION: t('Registration'),
  CONTENT_VIEW: t('Content viewed'),
  SUBSCRIBE: t('Subscription'),
  START_TRIAL: t('Trial begun'),
  SCHEDULE: t('Appointment'),
  CONTACT: t('Contact'),
}

export const kindedGoals: Titles = {
  CLICK: t('Clicks'),
  CONVERT: t('Conversions'),
  VALUE: t('Value of conversions'),
  TRAFFIC_LANDING_PAGE_VIEW: t('Views of the landing page'),
  REACH: t('Reach'),
  SHOW: t('Impressions'),
}

/** What is paid for follows from the goal. */
export const billingOf: Record<string, 'CPC' | 'OCPM' | 'CPM'> = {
  CLICK: 'CPC',
  CONVERT: 'OCPM',
  VALUE: 'OCPM',
  TRAFFIC_LANDING_PAGE_VIEW: 'OCPM',
  REACH: 'CPM',
  SHOW: 'CPM',
}

export const kindedEvents: Titles = {
  SHOPPING: t('Purchase'),
  ON_WEB_ORDER: t('Order placed'),
  ON_WEB_CART: t('Add to cart'),
  INITIATE_ORDER: t('Checkout begun'),
  FORM: t('Form sent'),
  ON_WEB_REGISTER: t('Registration'),
  ON_WEB_DETAIL: t('Content viewed'),
}

/** The platform names countries by the numbers of GeoNames. */
export const countriesByNumber: Titles = {
  6252001: t('United States'),
  2635167: t('United Kingdom'),
  6251999: t('Canada'),
  2077456: t('Australia'),
  2921044: t('Germany'),
  2782113: t('Austria'),
  2658434: t('Switzerland'),
  3017382: t('France'),
  3175395: t('Italy'),
  2510769: t('Spain'),
  2750405: t('Netherlands'),
  2661886: t('Sweden'),
  798544: t('Poland'),
  2963597: t('Ireland'),
  3469034: t('Brazil'),
  3996063: t('Mexico'),
  1861060: t('Japan'),
  1880251: t('Singapore'),
}

export const optionsOf = (titles: Titles) => Object.entries(titles).map(([value, label]) => ({ value, label }))
