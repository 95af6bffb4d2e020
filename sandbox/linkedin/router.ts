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
import { conversionOperations, formOperations, segmentOperations, tagOperations } from './tools/belongings.ts'
import { commentOperations } from './tools/comments.ts'
import { facetOperations, facetValueOperations } from './tools/facets.ts'
import { previewOperations } from './tools/previews.ts'
import { pricingOperations } from './tools/pricing.ts'

interface Resource {
  name: string
  /** What its path goes through. */
  parent?: 'adAccounts' | 'socialActions'
  /** Searches want their method named in a header. */
  isFinderNamed?: boolean
  operations: Operations
}

const resources: Resource[] = [
  { name: 'adAccounts', operations: accountOperations },
  { name: 'adAccountUsers', operations: accountUserOperations },
  { name: 'adCampaignGroups', parent: 'adAccounts', operations: groupOperations },
  { name: 'adCampaigns', parent: 'adAccounts', operations: campaignOperations },
  { name: 'creatives', parent: 'adAccounts', isFinderNamed: true, operations: creativeOperations },
  { name: 'organizationAcls', operations: aclOperations },
  { name: 'organizations', operations: organizationOperations },
  { name: 'posts', operations: postOperations },
  { name: 'images', operations: mediaOperations('image') },
  { name: 'videos', operations: mediaOperations('video') },
  { name: 'documents', operations: mediaOperations('document') },
  { name: 'adAnalytics', operations: analyticsOperations },
  { name: 'adTargetingFacets', operations: facetOperations },
  { name: 'adTargetingEntities', operations: facetValueOperations },
  { name: 'adBudgetPricing', operations: pricingOperations },
  { name: 'adPreviews', operations: previewOperations },
  { name: 'conversions', operations: conversionOperations },
  { name: 'leadForms', operations: formOperations },
  { name: 'insightTags', operations: tagOperations },
  { name: 'dmpSegments', operations: segmentOperations },
  { name: 'comments', parent: 'socialActions', operations: commentOperations },
]

export interface RequestTarget {
  resource: Resource
  accountId: string
  /** Keys as they stand in the path. */
  rawParentKey: string | undefined
  rawKey: string | undefined
}

/** Which resource a path means: `/rest/adAccounts/5/creatives/urn%3A...`. */
export function findPlace(path: string): RequestTarget {
  const [, root, ...parts] = path.split('/')
  const isInside = parts.length >= 3 || parts[0] === 'socialActions'
  const [parent, rawParentKey] = isInside ? parts : []
  const [name, rawKey, ...rest] = isInside ? parts.slice(2) : parts
  const resource = resources.find((each) => each.name === name && each.parent === parent)
  const isWhole = root === 'rest' && rest.length === 0 && rawKey !== '' && rawParentKey !== ''
  if (!resource || !isWhole)
    throw new ApiError(404, { serviceErrorCode: 0, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' })
  const accountId = parent === 'adAccounts' ? required(rawParentKey, 'account of the path') : ''
  return { resource, accountId, rawParentKey, rawKey }
}
