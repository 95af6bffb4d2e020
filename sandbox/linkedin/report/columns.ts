import type { Counts } from './counts.ts'

export interface Totals {
  counts: Counts
  people: number
  audience: number
  /** Smallest units in one of the currency, and how many of the currency a dollar is. */
  minor: number
  unit: number
}

type Column = (totals: Totals) => number | string

const money = (amount: number, minor: number) => (amount / minor).toFixed(minor === 1 ? 0 : 2)
const clicked = ({ counts }: Totals) => Math.ceil(counts.conversions * 0.7)
const viral =
  (name: keyof Counts): Column =>
  ({ counts }) =>
    Math.floor(counts[name] / 20)
const plain =
  (name: keyof Counts): Column =>
  ({ counts }) =>
    counts[name]

/** The columns this simulator knows, in the platform's words: counts are numbers, money is text. */
export const columns: Record<string, Column> = {
  impressions: plain('impressions'),
  clicks: plain('clicks'),
  landingPageClicks: plain('landingPageClicks'),
  costInLocalCurrency: ({ counts, minor }) => money(counts.cost, minor),
  costInUsd: ({ counts, minor, unit }) => (counts.cost / minor / unit).toFixed(2),
  externalWebsiteConversions: plain('conversions'),
  externalWebsitePostClickConversions: clicked,
  externalWebsitePostViewConversions: (totals) => totals.counts.conversions - clicked(totals),
  conversionValueInLocalCurrency: ({ counts, minor }) => money(counts.value, minor),
  oneClickLeads: plain('leads'),
  oneClickLeadFormOpens: ({ counts }) => counts.leads * 3,
  qualifiedLeads: ({ counts }) => Math.floor(counts.leads / 2),
  totalEngagements: ({ counts }) => counts.clicks + counts.likes + counts.comments + counts.shares + counts.follows,
  likes: plain('likes'),
  reactions: plain('likes'),
  comments: plain('comments'),
  shares: plain('shares'),
  follows: plain('follows'),
  videoStarts: plain('videoStarts'),
  videoViews: plain('videoViews'),
  videoCompletions: plain('videoCompletions'),
  sends: () => 0,
  opens: () => 0,
  averageDwellTime: ({ counts }) => (counts.impressions === 0 ? 0 : 5),
  approximateMemberReach: ({ people }) => people,
  approximateUniqueImpressions: ({ people }) => people,
  audiencePenetration: ({ people, audience }) => (audience === 0 ? '0' : Math.min(1, people / audience).toFixed(4)),
  viralImpressions: viral('impressions'),
  viralClicks: viral('clicks'),
  viralLikes: viral('likes'),
  viralComments: viral('comments'),
  viralShares: viral('shares'),
  viralFollows: viral('follows'),
  viralVideoViews: viral('videoViews'),
}

/** People cannot be counted over long ranges, nor by what they are. */
export const peopleColumns = ['approximateMemberReach', 'approximateUniqueImpressions', 'audiencePenetration']
