import { z } from 'zod'
import * as content from './content.ts'
import * as shapes from './shapes.ts'

/** How a parameter of the query is written: once, as a repeated name, or as one text with commas. */
export interface Parameter {
  is: z.ZodType
  as: 'one' | 'repeated' | 'commas'
  isRequired: boolean
}

/** One operation of the published interface. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH'
  /** `{name}` stands for an id. */
  path: string
  query: Record<string, Parameter>
  body: z.ZodType | null
  /** By status; every other status carries a problem. */
  replies: Record<number, z.ZodType>
}

const one = (is: z.ZodType, isRequired = false): Parameter => ({ is, as: 'one', isRequired })
const ids = (isRequired = false): Parameter => ({ is: z.array(shapes.id).max(250), as: 'repeated', isRequired })
const pageOf = (item: z.ZodType) => z.strictObject({ items: z.array(item), bookmark: z.string().nullable().optional() })
const batchOf = (item: z.ZodType) => z.array(item).min(1).max(30)
const resultsOf = (item: z.ZodType) => z.strictObject({ items: z.array(item).optional() })

const paging = { bookmark: one(z.string()), page_size: one(z.coerce.number().int().min(1).max(250)) }
const listing = {
  ...paging,
  order: one(z.enum(['ASCENDING', 'DESCENDING'])),
  entity_statuses: { is: z.array(shapes.entityStatus), as: 'repeated', isRequired: false } as const,
}
const actingFor = { ad_account_id: one(shapes.id) }
const figures = {
  start_date: one(shapes.day, true),
  end_date: one(shapes.day, true),
  granularity: one(shapes.granularity, true),
  columns: { is: z.array(z.string().regex(/^[A-Z][A-Z0-9_]+$/)).min(1), as: 'commas', isRequired: true } as const,
  reporting_timezone: one(z.enum(['PINTEREST_TIME_ZONE', 'AD_ACCOUNT_TIME_ZONE'])),
}

const get = (path: string, query: Operation['query'], reply: z.ZodType): Operation => ({
  method: 'GET',
  path,
  query,
  body: null,
  replies: { 200: reply },
})
const write = (
  method: 'POST' | 'PATCH',
  path: string,
  { body, replies, query = {} }: { body: z.ZodType; replies: Operation['replies']; query?: Operation['query'] },
): Operation => ({ method, path, query, body, replies })

const account = '/ad_accounts/{ad_account_id}'
const batch = (method: 'POST' | 'PATCH', path: string, item: z.ZodType, result: z.ZodType) =>
  write(method, path, { body: batchOf(item), replies: { 200: resultsOf(result) } })

export const operations = {
  'user_account/get': get('/user_account', actingFor, shapes.user),
  'ad_accounts/list': get(
    '/ad_accounts',
    { ...paging, include_shared_accounts: one(z.stringbool()) },
    pageOf(shapes.account),
  ),
  'ad_accounts/get': get(account, {}, shapes.account),
  'ad_account/analytics': get(`${account}/analytics`, figures, content.figuresOf('AD_ACCOUNT_ID')),
  'campaigns/list': get(`${account}/campaigns`, { ...listing, campaign_ids: ids() }, pageOf(shapes.campaign)),
  'campaigns/create': batch('POST', `${account}/campaigns`, shapes.newCampaign, shapes.campaignResult),
  'campaigns/update': batch('PATCH', `${account}/campaigns`, shapes.changedCampaign, shapes.campaignResult),
  'campaigns/get': get(`${account}/campaigns/{campaign_id}`, {}, shapes.campaign),
  'campaigns/analytics': get(
    `${account}/campaigns/analytics`,
    { ...figures, campaign_ids: ids(true) },
    content.figuresOf('CAMPAIGN_ID'),
  ),
  'ad_groups/list': get(
    `${account}/ad_groups`,
    { ...listing, campaign_ids: ids(), ad_group_ids: ids() },
    pageOf(shapes.adGroup),
  ),
  'ad_groups/create': batch('POST', `${account}/ad_groups`, shapes.newAdGroup, shapes.adGroupResult),
  'ad_groups/update': batch('PATCH', `${account}/ad_groups`, shapes.changedAdGroup, shapes.adGroupResult),
  'ad_groups/get': get(`${account}/ad_groups/{ad_group_id}`, {}, shapes.adGroup),
  'ad_groups/analytics': get(
    `${account}/ad_groups/analytics`,
    { ...figures, ad_group_ids: ids(true) },
    content.figuresOf('AD_GROUP_ID'),
  ),
  'ads/list': get(
    `${account}/ads`,
    { ...listing, campaign_ids: ids(), ad_group_ids: ids(), ad_ids: ids() },
    pageOf(shapes.ad),
  ),
  'ads/create': batch('POST', `${account}/ads`, shapes.newAd, shapes.adResult),
  'ads/update': batch('PATCH', `${account}/ads`, shapes.changedAd, shapes.adResult),
  'ads/get': get(`${account}/ads/{ad_id}`, {}, shapes.ad),
  'ads/analytics': get(
    `${account}/ads/analytics`,
    { ...figures, ad_ids: ids(), campaign_ids: ids() },
    content.figuresOf('AD_ID'),
  ),
  'analytics/create_report': write('POST', `${account}/reports`, {
    body: content.newReport,
    replies: { 200: content.startedReport },
  }),
  'analytics/get_report': get(`${account}/reports`, { token: one(z.string(), true) }, content.report),
  'boards/list': get('/boards', { ...paging, ...actingFor }, pageOf(content.board)),
  'boards/get': get('/boards/{board_id}', actingFor, content.board),
  'boards/list_pins': get('/boards/{board_id}/pins', { ...paging, ...actingFor }, pageOf(content.pin)),
  'pins/create': write('POST', '/pins', {
    body: content.newPin,
    replies: { 200: content.pin, 201: content.pin },
    query: actingFor,
  }),
  'pins/get': get('/pins/{pin_id}', actingFor, content.pin),
  'media/create': write('POST', '/media', {
    body: content.newMedia,
    replies: {
      200: content.registeredMedia,
      201: content.registeredMedia,
    },
  }),
  'media/get': get('/media/{media_id}', {}, content.media),
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
