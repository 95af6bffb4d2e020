// Made by `npm run client` from src/platforms/contract/metrics.ts. Do not edit.

/** What the columns of metrics are called, in the order in which they are shown. */
export const metricTitles: Readonly<Record<string, string>> = {
  spend: 'Spend',
  impressions: 'Impressions',
  clicks: 'Clicks',
  ctr: 'CTR',
  cpm: 'CPM',
  cpc: 'CPC',
  results: 'Results',
  costPerResult: 'Cost per result',
  conversions: 'Conversions',
  conversionValue: 'Conversion value',
  roas: 'ROAS',
  reach: 'Reach',
  frequency: 'Frequency',
  cpa: 'CPA',
  plays3s: '3-second plays',
  plays15s: '15-second plays',
  thruplays: 'ThruPlays',
  hookRate: 'Hook rate',
  holdRate: 'Hold rate',
}

/** What the rows of a report can be for. */
export const reportGroups = [
  'adId',
  'ad',
  'adName',
  'adsetName',
  'adset',
  'adsetId',
  'campaignName',
  'campaign',
  'campaignId',
  'account',
  'accountId',
  'accountName',
  'platform',
  'currency',
  'date',
  'day',
  'country',
  'searchTerm',
] as const
