import type { EntityType } from '../../contract/manage.ts'
import { chunksOf } from '../client.ts'
import type { Api, CallOptions, Query } from '../client.ts'
import { entityUrn, idIn, isId, kinds } from '../map.ts'
import { segment } from '../restli.ts'
import { CampaignWire, CreativeWire, GroupWire } from '../wire.ts'
import type { Campaign, Creative, Group } from '../wire.ts'

export const pathOf = (accountId: string, type: EntityType) => `adAccounts/${accountId}/${kinds[type].path}`

/** Creatives are addressed by their URN, everything else by its number. */
export function entityPath(accountId: string, type: EntityType, id: string): string {
  return `${pathOf(accountId, type)}/${type === 'ad' ? segment(entityUrn('ad', id)) : id}`
}

/** Searches of creatives give at most so many at once. */
export const creativePageSize = 100
const maxCampaignsInCall = 50

export async function readGroups(api: Api, ids: string[], options: CallOptions): Promise<Map<string, Group>> {
  return api.batchGet(GroupWire, pathOf(options.accountId, 'campaign'), ids.filter(isId), options)
}

export async function readCampaigns(api: Api, ids: string[], options: CallOptions): Promise<Map<string, Campaign>> {
  return api.batchGet(CampaignWire, pathOf(options.accountId, 'adset'), ids.filter(isId), options)
}

/** By their numbers. */
export async function readCreatives(api: Api, ids: string[], options: CallOptions): Promise<Map<string, Creative>> {
  const found = new Map<string, Creative>()
  for (const some of chunksOf([...new Set(ids.filter(isId))], creativePageSize)) {
    const query = { creatives: some.map((id) => entityUrn('ad', id)), ...anyStatus }
    for (const creative of await listCreatives(api, query, { ...options, limit: some.length }))
      found.set(idIn(creative.id), creative)
  }
  return found
}

/** Without this, what was removed is not found. */
const anyStatus = {
  intendedStatuses: ['ACTIVE', 'PAUSED', 'DRAFT', 'ARCHIVED', 'CANCELED', 'PENDING_DELETION', 'REMOVED'],
}

export function listCreatives(api: Api, query: Query, options: CallOptions & { limit: number }): Promise<Creative[]> {
  const path = pathOf(options.accountId, 'ad')
  return api.list(CreativeWire, path, { q: 'criteria', ...query }, { ...options, pageSize: creativePageSize })
}

/** All creatives of these campaigns. */
export async function creativesOf(
  api: Api,
  campaignIds: string[],
  options: CallOptions & { limit: number; statuses?: string[] },
): Promise<Creative[]> {
  const { statuses, limit, ...reading } = options
  const found: Creative[] = []
  for (const some of chunksOf(campaignIds, maxCampaignsInCall)) {
    if (found.length >= limit) break
    const query = { campaigns: some.map((id) => entityUrn('adset', id)), intendedStatuses: statuses }
    found.push(...(await listCreatives(api, query, { ...reading, limit: limit - found.length })))
  }
  return found
}

interface Search {
  statuses?: string[]
  /** Exact names. */
  names?: string[]
  groupIds?: string[]
}

/** What the platform calls a search: lists of values by field. */
export function searchFor({ statuses, names, groupIds }: Search): Query {
  const values = (list: string[] | undefined) => (list === undefined ? undefined : { values: list })
  const search = {
    status: values(statuses),
    name: values(names),
    campaignGroup: values(groupIds?.map((id) => entityUrn('campaign', id))),
  }
  const isEmpty = Object.values(search).every((each) => each === undefined)
  return { q: 'search', ...(isEmpty ? {} : { search }), sortOrder: 'DESCENDING' }
}

export const maxEntities = 10_000

export function listGroups(api: Api, search: Search, options: CallOptions & { limit: number }): Promise<Group[]> {
  return api.list(GroupWire, pathOf(options.accountId, 'campaign'), searchFor(search), options)
}

export function listCampaigns(api: Api, search: Search, options: CallOptions & { limit: number }): Promise<Campaign[]> {
  return api.list(CampaignWire, pathOf(options.accountId, 'adset'), searchFor(search), options)
}
