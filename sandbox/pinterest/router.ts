import { listAccounts, listBoards, readAccount, readBoard, readUser } from './objects/accounts.ts'
import { createAdGroups, listAdGroups, readAdGroup, updateAdGroups } from './objects/ad-groups.ts'
import { createAds, listAds, readAd, updateAds } from './objects/ads.ts'
import { readAnalytics, readSplits } from './report/analytics.ts'
import { createCampaigns, listCampaigns, readCampaign, updateCampaigns } from './objects/campaigns.ts'
import { ApiError } from './errors.ts'
import type { Category } from './limiter.ts'
import { readMedia, registerMedia } from './objects/media.ts'
import { createPin, listBoardPins, readPin } from './objects/pins.ts'
import { readReport, startReport } from './report/reports.ts'
import {
  createAudience,
  createCustomerList,
  createForms,
  createTag,
  listBelongings,
  listTags,
  readBelonging,
} from './tools/belongings.ts'
import { createKeywords, keywordMetrics, listKeywords, relatedTerms, suggestedTerms } from './tools/keywords.ts'
import { previewAd, targetingOptions } from './tools/targeting.ts'
import type { ApiCall } from './world.ts'

type Handler = (call: ApiCall, ids: string[]) => unknown

export interface Route {
  method: string
  /** `*` stands for an id, `+` for a word. */
  path: string
  category: Category
  handle: Handler
  /** What a good answer's status is, where it is not 200. */
  status?: number
}

const account = '/ad_accounts/*'

const routes: Route[] = [
  { method: 'GET', path: '/user_account', category: 'org_read', handle: readUser },
  { method: 'GET', path: '/ad_accounts', category: 'ads_read', handle: listAccounts },
  { method: 'GET', path: account, category: 'ads_read', handle: readAccount },
  {
    method: 'GET',
    path: `${account}/analytics`,
    category: 'ads_analytics',
    handle: readAnalytics('AD_ACCOUNT_ID', null),
  },
  {
    method: 'GET',
    path: `${account}/campaigns/analytics`,
    category: 'ads_analytics',
    handle: readAnalytics('CAMPAIGN_ID', 'campaign_ids'),
  },
  {
    method: 'GET',
    path: `${account}/ad_groups/analytics`,
    category: 'ads_analytics',
    handle: readAnalytics('AD_GROUP_ID', 'ad_group_ids'),
  },
  {
    method: 'GET',
    path: `${account}/ads/analytics`,
    category: 'ads_analytics',
    handle: readAnalytics('AD_ID', 'ad_ids'),
  },
  ...(
    [
      ['', 'AD_ACCOUNT_ID', null],
      ['/campaigns', 'CAMPAIGN_ID', 'campaign_ids'],
      ['/ad_groups', 'AD_GROUP_ID', 'ad_group_ids'],
      ['/ads', 'AD_ID', 'ad_ids'],
    ] as const
  ).map(([path, level, ids]): Route => ({
    method: 'GET',
    path: `${account}${path}/targeting_analytics`,
    category: 'ads_analytics',
    handle: readSplits(level, ids),
  })),
  { method: 'POST', path: `${account}/reports`, category: 'ads_analytics', handle: startReport },
  { method: 'GET', path: `${account}/reports`, category: 'ads_analytics', handle: readReport },
  { method: 'GET', path: `${account}/campaigns`, category: 'ads_read', handle: listCampaigns },
  { method: 'POST', path: `${account}/campaigns`, category: 'ads_write', handle: createCampaigns },
  { method: 'PATCH', path: `${account}/campaigns`, category: 'ads_write', handle: updateCampaigns },
  { method: 'GET', path: `${account}/campaigns/*`, category: 'ads_read', handle: readCampaign },
  { method: 'GET', path: `${account}/ad_groups`, category: 'ads_read', handle: listAdGroups },
  { method: 'POST', path: `${account}/ad_groups`, category: 'ads_write', handle: createAdGroups },
  { method: 'PATCH', path: `${account}/ad_groups`, category: 'ads_write', handle: updateAdGroups },
  { method: 'GET', path: `${account}/ad_groups/*`, category: 'ads_read', handle: readAdGroup },
  { method: 'GET', path: `${account}/ads`, category: 'ads_read', handle: listAds },
  { method: 'POST', path: `${account}/ads`, category: 'ads_write', handle: createAds },
  { method: 'PATCH', path: `${account}/ads`, category: 'ads_write', handle: updateAds },
  { method: 'GET', path: `${account}/ads/*`, category: 'ads_read', handle: readAd },
  ...(['audiences', 'customer_lists', 'lead_forms'] as const).map((kind): Route => ({
    ...{ method: 'GET', path: `${account}/${kind}`, category: 'ads_read', handle: listBelongings(kind) },
  })),
  ...(['audiences', 'conversion_tags', 'customer_lists', 'lead_forms'] as const).map((kind): Route => ({
    ...{ method: 'GET', path: `${account}/${kind}/*`, category: 'ads_read', handle: readBelonging(kind) },
  })),
  { method: 'GET', path: `${account}/conversion_tags`, category: 'ads_read', handle: listTags },
  { method: 'POST', path: `${account}/audiences`, category: 'ads_write', handle: createAudience },
  { method: 'POST', path: `${account}/conversion_tags`, category: 'ads_write', handle: createTag },
  { method: 'POST', path: `${account}/customer_lists`, category: 'ads_write', handle: createCustomerList },
  { method: 'POST', path: `${account}/lead_forms`, category: 'ads_write', handle: createForms },
  { method: 'POST', path: `${account}/ad_previews`, category: 'ads_write', handle: previewAd },
  { method: 'GET', path: `${account}/keywords`, category: 'ads_read', handle: listKeywords },
  { method: 'POST', path: `${account}/keywords`, category: 'ads_write', handle: createKeywords },
  { method: 'GET', path: `${account}/keywords/metrics`, category: 'ads_read', handle: keywordMetrics },
  { method: 'GET', path: '/resources/targeting/+', category: 'ads_read', handle: targetingOptions },
  { method: 'GET', path: '/terms/related', category: 'ads_read', handle: relatedTerms },
  { method: 'GET', path: '/terms/suggested', category: 'ads_read', handle: suggestedTerms },
  { method: 'GET', path: '/boards', category: 'org_read', handle: listBoards },
  { method: 'GET', path: '/boards/*', category: 'org_read', handle: readBoard },
  { method: 'GET', path: '/boards/*/pins', category: 'org_read', handle: listBoardPins },
  { method: 'POST', path: '/pins', category: 'org_write', handle: createPin, status: 201 },
  { method: 'GET', path: '/pins/*', category: 'org_read', handle: readPin },
  { method: 'POST', path: '/media', category: 'org_write', handle: registerMedia, status: 201 },
  { method: 'GET', path: '/media/*', category: 'org_read', handle: readMedia },
]

const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace('+', '(\\w+)').replaceAll('*', '(\\d+)')}$`),
}))

/** What a token needs for it. */
export function scopeOf({ path, method, category }: Route): string {
  if (path.startsWith('/user_account')) return 'user_accounts:read'
  if (path.startsWith('/boards')) return 'boards:read'
  if (path.startsWith('/pins') || path.startsWith('/media')) return method === 'GET' ? 'pins:read' : 'pins:write'
  return category === 'ads_write' ? 'ads:write' : 'ads:read'
}

/** Which operation a path means, and the ids in it. */
export function findRoute(method: string, path: string): { route: Route; ids: string[] } {
  const matching = patterns.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path)
    return match ? [{ route, ids: match.slice(1) }] : []
  })
  const found = matching.find(({ route }) => route.method === method)
  if (found) return found
  if (matching.length > 0) throw new ApiError(405, 5, 'Method not allowed.')
  throw new ApiError(404, 404, 'Not found.')
}
