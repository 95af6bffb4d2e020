import type { ContentKind } from '../objects/objects.ts'

export const accountPlans = [
  { name: 'Harbor & Pine US', currency: 'USD', country: 'US', geos: ['103644278', '101174742'], language: 'en' },
  { name: 'Harbor & Pine Japan', currency: 'JPY', country: 'JP', geos: ['101355337'], language: 'ja' },
]

export const organizationPlans = [
  { name: 'Harbor & Pine', vanityName: 'harbor-and-pine', role: 'ADMINISTRATOR' },
  { name: 'Birch Partners', vanityName: 'birch-partners', role: null },
]

export const groupPlans = [
  { name: 'Default Campaign Group', status: 'ACTIVE', backfilled: true },
  { name: 'Always on', status: 'ACTIVE' },
  { name: 'Next season', status: 'DRAFT' },
  { name: 'Last summer', status: 'ACTIVE', endsBeforeDays: 30 },
]

export interface CampaignPlan {
  name: string
  /** Counts the groups from 1. */
  group: number
  format: string
  objective: string
  cost: string
  target: string
  status: string
  kind: ContentKind
  creatives: string[]
}

const open = { group: 2, status: 'ACTIVE', cost: 'CPM' }

export const campaignPlans: CampaignPlan[] = [
  {
    ...open,
    name: 'Workplace images',
    format: 'STANDARD_UPDATE',
    objective: 'WEBSITE_VISIT',
    target: 'MAX_CLICK',
    kind: 'IMAGE',
    creatives: ['Desks that last', 'Meeting rooms', 'Quiet corners'],
  },
  {
    ...open,
    name: 'Workshop film',
    format: 'SINGLE_VIDEO',
    objective: 'VIDEO_VIEW',
    target: 'MAX_VIDEO_VIEW',
    kind: 'VIDEO',
    creatives: ['How a desk is made', 'From tree to table'],
  },
  {
    ...open,
    name: 'Office carousel',
    format: 'CAROUSEL',
    objective: 'WEBSITE_CONVERSION',
    target: 'MAX_CONVERSION',
    kind: 'CAROUSEL',
    creatives: ['Five rooms', 'Five chairs'],
  },
  {
    ...open,
    name: 'Buying guide',
    format: 'SPONSORED_UPDATE_NATIVE_DOCUMENT',
    objective: 'ENGAGEMENT',
    target: 'MAX_IMPRESSION',
    kind: 'DOCUMENT',
    creatives: ['The office guide'],
  },
  {
    ...open,
    name: 'Showroom leads',
    status: 'PAUSED',
    format: 'STANDARD_UPDATE',
    objective: 'LEAD_GENERATION',
    target: 'MAX_LEAD',
    kind: 'IMAGE',
    creatives: ['Book a visit'],
  },
  {
    ...open,
    name: 'Spring preview',
    group: 3,
    status: 'DRAFT',
    format: 'STANDARD_UPDATE',
    objective: 'BRAND_AWARENESS',
    target: 'MAX_IMPRESSION',
    kind: 'IMAGE',
    creatives: ['Coming in spring'],
  },
  {
    ...open,
    name: 'Terrace days',
    group: 4,
    format: 'STANDARD_UPDATE',
    objective: 'BRAND_AWARENESS',
    target: 'MAX_IMPRESSION',
    kind: 'IMAGE',
    creatives: ['Out on the terrace'],
  },
]

export const pagePosts: { organization: number; kind: ContentKind; text: string }[] = [
  { organization: 1, kind: 'IMAGE', text: 'Our new showroom is open.' },
  { organization: 1, kind: 'VIDEO', text: 'A day in the workshop.' },
  { organization: 1, kind: 'ARTICLE', text: 'What a good chair needs.' },
  { organization: 1, kind: 'DOCUMENT', text: 'Ten pages on better offices.' },
  { organization: 1, kind: 'NONE', text: 'We are hiring carpenters.' },
  { organization: 2, kind: 'IMAGE', text: 'Birch Partners moves house.' },
]
