/** What every company begins with in each of its ad accounts. */
export const accountPlans = [
  {
    name: 'Harbor & Pine US',
    currency: 'USD',
    timezone: 'Etc/GMT+5',
    displayTimezone: 'America/New_York',
    country: 'US',
  },
  {
    name: 'Harbor & Pine Japan',
    currency: 'JPY',
    timezone: 'Etc/GMT-9',
    displayTimezone: 'Asia/Tokyo',
    country: 'JP',
  },
]

export const campaignPlans = [
  { name: 'Spring traffic', objective: 'TRAFFIC', goal: 'CLICK', billing: 'CPC', status: 'ENABLE', hasBudget: false },
  { name: 'Store visits', objective: 'TRAFFIC', goal: 'CLICK', billing: 'CPC', status: 'ENABLE', hasBudget: true },
  { name: 'Brand reach', objective: 'REACH', goal: 'REACH', billing: 'CPM', status: 'ENABLE', hasBudget: false },
  { name: 'Last winter', objective: 'TRAFFIC', goal: 'CLICK', billing: 'CPC', status: 'DISABLE', hasBudget: false },
] as const

export const adGroupPlans = [
  { name: 'Broad', placements: [], isTotal: false, status: 'ENABLE' },
  { name: 'Feed only', placements: ['PLACEMENT_TIKTOK'], isTotal: false, status: 'ENABLE' },
  { name: 'Partner apps', placements: ['PLACEMENT_PANGLE'], isTotal: true, status: 'ENABLE' },
  { name: 'On hold', placements: [], isTotal: false, status: 'DISABLE' },
] as const

export const adsPerAdGroup = 2

export const identityPlans = [
  { type: 'TT_USER', name: 'Harbor and Pine' },
  { type: 'BC_AUTH_TT', name: 'Harbor Outdoors' },
  { type: 'AUTH_CODE', name: 'Mara Hikes' },
  { type: 'CUSTOMIZED_USER', name: 'Harbor Deals' },
] as const

export const postPlans = [
  { text: 'Three tents, one storm: which one stays dry?', kind: 'VIDEO', audience: 'ALL' },
  { text: 'Packing for a week in four minutes', kind: 'VIDEO', audience: 'ALL' },
  { text: 'How our boots are made', kind: 'VIDEO', audience: 'ALL' },
] as const

export const laterPostPlans = [
  { text: 'A rehearsal for friends', kind: 'VIDEO', audience: 'FRIENDS' },
  { text: 'Nine photos from the ridge', kind: 'CAROUSEL', audience: 'ALL' },
] as const

export const sparkCodeCount = 3

export const smartPlusPlan = {
  name: 'Always on',
  objective: 'WEB_CONVERSIONS',
  goal: 'CONVERT',
  billing: 'OCPM',
  status: 'ENABLE',
  hasBudget: true,
} as const
