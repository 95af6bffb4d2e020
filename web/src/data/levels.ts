/** What campaigns are made of; each platform has its own words for it. */
export type Level = 'campaign' | 'adset' | 'ad'
