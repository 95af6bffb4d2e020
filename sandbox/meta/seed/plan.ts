/** What a company's accounts look like before anybody touches them: names and set-ups a media buyer would use. */
export interface CampaignPlan {
  name: string
  objective: string
  isActive: boolean
  /** In whole units of the currency, times ten for currencies without smaller units; without it the ad sets hold the budget. */
  campaignBudget?: number
  adsets: AdSetPlan[]
}

export interface AdSetPlan {
  name: string
  goal: string
  isActive: boolean
  budget?: number
  ages: [number, number]
  destination?: string
  promotes?: 'pixel' | 'page' | 'app'
  event?: string
  ads: string[]
}

export const campaignPlans: CampaignPlan[] = [
  {
    name: 'Evergreen | Sales | Advantage+',
    objective: 'OUTCOME_SALES',
    isActive: true,
    campaignBudget: 250,
    adsets: [
      {
        name: 'Broad 18-65 | Purchase',
        goal: 'OFFSITE_CONVERSIONS',
        isActive: true,
        ages: [18, 65],
        promotes: 'pixel',
        event: 'PURCHASE',
        destination: 'WEBSITE',
        ads: ['UGC unboxing', 'Founder story', 'Bestseller static'],
      },
      {
        name: 'Site visitors 30d | Purchase',
        goal: 'OFFSITE_CONVERSIONS',
        isActive: false,
        ages: [18, 65],
        promotes: 'pixel',
        event: 'PURCHASE',
        destination: 'WEBSITE',
        ads: ['Reminder static', 'Free shipping banner'],
      },
    ],
  },
  {
    name: 'Prospecting | Traffic | Spring lookbook',
    objective: 'OUTCOME_TRAFFIC',
    isActive: true,
    adsets: [
      {
        name: 'Women 25-44 | Link clicks',
        goal: 'LINK_CLICKS',
        isActive: true,
        budget: 60,
        ages: [25, 44],
        ads: ['Lookbook cover', 'Linen set', 'Straw hat'],
      },
      {
        name: 'Men 25-44 | Link clicks',
        goal: 'LINK_CLICKS',
        isActive: true,
        budget: 45,
        ages: [25, 44],
        ads: ['Chino close-up', 'Canvas sneaker'],
      },
      {
        name: 'Interest: outdoor | Landing page views',
        goal: 'LANDING_PAGE_VIEWS',
        isActive: false,
        budget: 30,
        ages: [21, 55],
        ads: ['Trail jacket'],
      },
    ],
  },
  {
    name: 'Retargeting | Sales | Cart abandoners',
    objective: 'OUTCOME_SALES',
    isActive: true,
    adsets: [
      {
        name: 'Cart 7d | Purchase',
        goal: 'OFFSITE_CONVERSIONS',
        isActive: true,
        budget: 80,
        ages: [18, 65],
        promotes: 'pixel',
        event: 'PURCHASE',
        destination: 'WEBSITE',
        ads: ['Still in your cart', 'Ten percent off'],
      },
      {
        name: 'Product viewers 14d | Purchase',
        goal: 'OFFSITE_CONVERSIONS',
        isActive: true,
        budget: 55,
        ages: [18, 65],
        promotes: 'pixel',
        event: 'PURCHASE',
        destination: 'WEBSITE',
        ads: ['Back in stock', 'Reviews collage'],
      },
    ],
  },
  {
    name: 'Brand | Awareness | Summer film',
    objective: 'OUTCOME_AWARENESS',
    isActive: false,
    adsets: [
      {
        name: 'Metro areas | Reach',
        goal: 'REACH',
        isActive: true,
        budget: 120,
        ages: [18, 54],
        promotes: 'page',
        ads: ['Film cutdown still', 'Poster'],
      },
    ],
  },
  {
    name: 'Community | Engagement | Post boosts',
    objective: 'OUTCOME_ENGAGEMENT',
    isActive: true,
    adsets: [
      {
        name: 'Followers and friends | Post engagement',
        goal: 'POST_ENGAGEMENT',
        isActive: true,
        budget: 15,
        ages: [18, 65],
        destination: 'ON_POST',
        ads: ['Behind the scenes'],
      },
    ],
  },
  {
    name: 'Leads | Newsletter sign-up',
    objective: 'OUTCOME_LEADS',
    isActive: true,
    adsets: [
      {
        name: 'Lookalike 1% | Leads',
        goal: 'OFFSITE_CONVERSIONS',
        isActive: true,
        budget: 40,
        ages: [25, 65],
        promotes: 'pixel',
        event: 'LEAD',
        ads: ['Style guide download', 'Early access list'],
      },
    ],
  },
  {
    name: 'App | Installs | iOS and Android',
    objective: 'OUTCOME_APP_PROMOTION',
    isActive: false,
    adsets: [
      {
        name: 'Broad | App installs',
        goal: 'APP_INSTALLS',
        isActive: false,
        budget: 70,
        ages: [18, 45],
        promotes: 'app',
        ads: ['App walkthrough'],
      },
    ],
  },
]

export const pagePlans = [
  { name: 'Harbor & Pine', username: 'harborandpine', category: 'Clothing (Brand)' },
  { name: 'Harbor & Pine Home', username: 'harborandpinehome', category: 'Home Decor' },
]

export const postPlans: { message: string; path?: string; button?: string; isIneligible?: boolean }[] = [
  {
    message: 'The spring lookbook is here: forty pieces made to be worn together.',
    path: '/lookbook',
    button: 'SHOP_NOW',
  },
  { message: 'Our linen set is back in every size.', path: '/linen', button: 'LEARN_MORE' },
  { message: 'A quiet morning in the workshop.' },
  { message: 'Thank you for ten thousand reviews.', path: '/reviews', button: 'LEARN_MORE' },
  { message: 'Meet the dogs of the warehouse.' },
  { message: 'Poll of the week: wool or linen?', isIneligible: true },
]

export const imagePlans = [
  { name: 'hero-square.png', width: 1080, height: 1080 },
  { name: 'hero-portrait.png', width: 1080, height: 1350 },
  { name: 'hero-story.png', width: 1080, height: 1920 },
  { name: 'hero-wide.png', width: 1200, height: 628 },
]
