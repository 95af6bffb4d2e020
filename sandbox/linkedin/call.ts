import type { SimRequest } from '../core/simulator.ts'
import { ApiError, missing, refused } from './errors.ts'
import type { Account, Fields } from './objects/objects.ts'
import { isRecord } from './objects/objects.ts'
import type { Role, World } from './world.ts'
import type { Limiter } from './limiter.ts'
import type { RestliRecord } from './restli/parser.ts'

/** One call to the platform, with the caller known and the query read. */
export interface ApiCall {
  world: World
  limiter: Limiter
  request: SimRequest
  tenant: string
  /** Whether the token lets into an ad account. */
  opens: (accountId: string) => boolean
  scopes: readonly string[]
  version: string
  /** `adAccounts.FINDER-search` */
  operation: string
  params: RestliRecord
  /** The projection. */
  fields: string[] | undefined
  /** The number of the ad account in the path. */
  accountId: string
  /** The key of what the path goes through, such as a post, decoded; empty without one. */
  parentKey: string
  /** The key in the path, decoded. */
  key: string
  body: Fields
}

/** What a handler has to say; a created id goes into a header. */
export interface ApiAnswer {
  status?: number
  id?: string
  /** Some resources name their ids in the header as they are, others encode them. */
  isBareId?: boolean
  body?: unknown
}

interface Operation {
  /** Any one of them opens it. */
  scopes: readonly string[]
  handle(call: ApiCall): ApiAnswer | Promise<ApiAnswer>
}

/** What can be done with a resource, by `FINDER-search`, `CREATE`, `ACTION-createInline` and the like. */
export type Operations = Record<string, Operation>

/** The ad account in the path, if the member has a part in it. */
export function accountOf(call: ApiCall, id = call.accountId): Account {
  const account = call.world.accounts.get(id)
  if (account?.tenant !== call.tenant || !call.opens(account.id)) throw notYours()
  return account
}

function notYours(): ApiError {
  return new ApiError(403, {
    code: 'NO_PERMISSION_ON_ENTITY',
    serviceErrorCode: 100,
    message: 'The member does not have permission to access the entity.',
  })
}

export function roleIn({ world }: Pick<ApiCall, 'world'>, account: Account): Role {
  return world.settings().roles[account.id] ?? 'ACCOUNT_MANAGER'
}

/** What each role may not write. */
const barred: Record<Role, string[]> = {
  VIEWER: ['adCampaignGroups', 'adCampaigns', 'creatives', 'conversions', 'leadForms', 'dmpSegments', 'insightTags'],
  CREATIVE_MANAGER: ['adCampaignGroups', 'adCampaigns', 'conversions', 'dmpSegments', 'insightTags'],
  CAMPAIGN_MANAGER: [],
  ACCOUNT_MANAGER: [],
  ACCOUNT_BILLING_ADMIN: [],
}

/** The ad account in the path, if the member may write such things in it. */
export function writableAccount(call: ApiCall, id = call.accountId): Account {
  const account = accountOf(call, id)
  const [resource = ''] = call.operation.split('.')
  if (barred[roleIn(call, account)].includes(resource)) throw notYours()
  if (account.status !== 'ACTIVE') throw refused(400, `Account ${account.id} is not active and takes no changes`)
  return account
}

/** The one object that an action or a creation brings under a name. */
export function memberOfBody({ body }: ApiCall, name: string): Fields {
  const value = body[name]
  if (!isRecord(value) || Object.keys(body).length !== 1)
    throw refused(400, `Parameter '${name}' is required, and nothing else`, 0)
  return value
}

export function missingKey({ operation, key }: ApiCall): ApiError {
  return missing(`${operation.split('.')[0] ?? ''} ${key}`)
}
