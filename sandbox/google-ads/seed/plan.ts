/** What a seeded account is made of. */
export interface CampaignPlan {
  name: string
  bidding: string
  /** Dollars a day; two campaigns with the same word share one budget. */
  budget: number
  shared?: string
  groups: [string, string[]][]
  /** Countries besides the account's own. */
  also?: string[]
  isPaused?: boolean
  hasList?: boolean
}

export const campaignPlans: CampaignPlan[] = [
  {
    name: 'Brand',
    bidding: 'targetSpend',
    budget: 60,
    hasList: true,
    groups: [
      ['Harbor & Pine', ['harbor and pine', 'harbor pine furniture']],
      ['Misspelled', ['habor pine', 'harbour and pine']],
    ],
  },
  {
    name: 'Sofas',
    bidding: 'manualCpc',
    budget: 200,
    shared: 'Living room',
    groups: [
      ['Leather sofas', ['leather sofa', 'brown leather sofa', 'leather couch']],
      ['Sofa beds', ['sofa bed', 'sleeper sofa', 'pull out couch']],
    ],
  },
  {
    name: 'Tables',
    bidding: 'manualCpc',
    budget: 200,
    shared: 'Living room',
    groups: [
      ['Dining tables', ['dining table', 'oak dining table', 'round dining table']],
      ['Coffee tables', ['coffee table', 'glass coffee table']],
    ],
  },
  {
    name: 'Lamps',
    bidding: 'maximizeConversions',
    budget: 80,
    hasList: true,
    groups: [
      ['Floor lamps', ['floor lamp', 'arc floor lamp']],
      ['Desk lamps', ['desk lamp', 'reading lamp']],
    ],
  },
  {
    name: 'Shelves',
    bidding: 'maximizeConversionValue',
    budget: 55,
    groups: [
      ['Bookshelves', ['bookshelf', 'tall bookcase', 'ladder shelf']],
      ['Wall shelves', ['wall shelf', 'floating shelf']],
    ],
  },
  {
    name: 'Outdoor',
    bidding: 'targetSpend',
    budget: 120,
    also: ['2124'],
    groups: [
      ['Garden chairs', ['garden chair', 'patio chair', 'adirondack chair']],
      ['Benches', ['garden bench', 'park bench']],
    ],
  },
  {
    name: 'Kids rooms',
    bidding: 'maximizeConversions',
    budget: 45,
    also: ['2826'],
    groups: [
      ['Bunk beds', ['bunk bed', 'loft bed for kids']],
      ['Toy storage', ['toy box', 'toy storage']],
    ],
  },
  {
    name: 'Clearance',
    bidding: 'manualCpc',
    budget: 25,
    isPaused: true,
    groups: [['Outlet', ['furniture outlet', 'discount furniture']]],
  },
]

export const removedPlan: CampaignPlan = {
  name: 'Last summer',
  bidding: 'manualCpc',
  budget: 30,
  groups: [['Hammocks', ['hammock', 'garden hammock']]],
}

export const assetGroupNames = ['Everything for the home', 'New arrivals']
export const negativeList = { name: 'Never ours', keywords: ['free', 'jobs', 'wikipedia'] }
export const matchTypes = ['BROAD', 'PHRASE', 'EXACT']
export const headlines = [
  'Furniture made to last',
  'Free delivery this week',
  'Thirty days to decide',
  'Seen in real homes',
  'Talk to a maker',
]
export const descriptions = [
  'Solid wood, honest prices, and people who answer.',
  'Order today and sit on it this weekend.',
  'Two years of guarantee on everything.',
]
