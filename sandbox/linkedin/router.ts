import type { Operations } from './call.ts'
import { ApiError } from './errors.ts'
import { accountOperations, accountUserOperations } from './objects/accounts.ts'
import { campaignOperations } from './objects/campaigns.ts'
import { creativeOperations } from './objects/creatives.ts'
import { groupOperations } from './objects/groups.ts'
import { aclOperations, organizationOperations } from './objects/organizations.ts'
import { postOperations } from './objects/posts/posts.ts'
import { mediaOperations } from './media/media.ts'
import { analyticsOperations } from './report/analytics.ts'
import { required } from '../core/required.ts'

interface Resource {
  name: string
  isInAccount: boolean
  /** Searches want their method named in a header. */
  isFinderNamed?: boolean
  operations: Operations
}

const resources: Resource[] = [
  { name: 'adAccounts', isInAccount: false, operations: accountOperations },
  { name: 'adAccountUsers', isInAccount: false, operations: accountUserOperations },
  { name: 'adCampaignGroups', isInAccount: true, operations: groupOperations },
  { name: 'adCampaigns', isInAccount: true, operations: campaignOperations },
  { name: 'creatives', isInAccount: true, isFinderNamed: true, operations: creativeOperations },
  { name: 'organizationAcls', isInAccount: false, operations: aclOperations },
  { name: 'organizations', isInAccount: false, operations: organizationOperations },
  { name: 'posts', isInAccount: false, operations: postOperations },
  { name: 'images', isInAccount: false, operations: mediaOperations('image') },
  { name: 'videos', isInAccount: false, operations: mediaOperations('video') },
  { name: 'documents', isInAccount: false, operations: mediaOperations('document') },
  { name: 'adAnalytics', isInAccount: false, operations: analyticsOperations },
]

export interface Place {
  resource: Resource
  accountId: string
  /** As it stands in the path. */
  rawKey: string | undefined
}

/** Which resource a path means: `/rest/adAccounts/5/creatives/urn%3A...`. */
export function findPlace(path: string): Place {
  const [, root, ...parts] = path.split('/')
  const isInAccount = parts.length >= 3
  const [name, rawKey, ...rest] = isInAccount ? parts.slice(2) : parts
  const resource = resources.find((each) => each.name === name && each.isInAccount === isInAccount)
  const isWhole = root === 'rest' && rest.length === 0 && rawKey !== '' && (!isInAccount || parts[0] === 'adAccounts')
  if (!resource || !isWhole)
    throw new ApiError(404, { serviceErrorCode: 0, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' })
  return { resource, accountId: isInAccount ? required(parts[1], 'account of the path') : '', rawKey }
}
