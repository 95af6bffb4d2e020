import { missingKey } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { ApiError } from '../errors.ts'
import { batchAnswer, numberedPage, pagingParams, projected } from '../lists.ts'
import { allow, idsParam, wordParam } from '../restli/params.ts'
import { idIn, urn } from './objects.ts'
import type { Fields, Organization } from './objects.ts'
import { memberOf } from '../world.ts'

const roles = [
  'ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
  'CONTENT_ADMINISTRATOR',
  'ANALYST',
  'LEAD_GEN_FORMS_MANAGER',
  'LEAD_CAPTURE_ADMINISTRATOR',
  'RECRUITING_POSTER',
]
/** Those that may let the organization speak in ads. */
const posting = ['ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER', 'CONTENT_ADMINISTRATOR']

function show({ id, name, vanityName, role }: Organization): Fields {
  const locale = { country: 'US', language: 'en' }
  const open = {
    id: Number(id),
    localizedName: name,
    vanityName,
    name: { localized: { en_US: name }, preferredLocale: locale },
    localizedWebsite: `https://${vanityName}.example`,
    logoV2: { original: `urn:li:digitalmediaAsset:C4D0BAQ${id}`, cropped: `urn:li:digitalmediaAsset:C4D0BAQ${id}` },
    primaryOrganizationType: 'NONE',
  }
  return role === null ? open : { ...open, organizationType: 'PRIVATELY_HELD', locations: [], versionTag: '1' }
}

function read(call: ApiCall): ApiAnswer {
  allow(call, [])
  const organization = call.world.organizations.get(call.key)
  if (organization?.tenant !== call.tenant) throw missingKey(call)
  return { body: projected(call, show(organization)) }
}

function readSome(call: ApiCall): ApiAnswer {
  allow(call, ['ids'])
  return batchAnswer(call, idsParam(call), (id) => {
    const organization = call.world.organizations.get(id)
    return organization?.tenant === call.tenant ? show(organization) : undefined
  })
}

/** Which organizations the member may speak for. */
function ownRoles(call: ApiCall): ApiAnswer {
  allow(call, ['role', 'state', ...pagingParams])
  const role = wordParam(call, 'role', roles)
  const state = wordParam(call, 'state', ['APPROVED', 'REQUESTED', 'REJECTED', 'REVOKED'])
  const own = call.world.organizations
    .lookup('tenant', call.tenant)
    .filter((each) => each.role !== null && (role === undefined || each.role === role))
    .filter(() => state === undefined || state === 'APPROVED')
  const roleAssignee = memberOf(call.world, call.tenant)
  return numberedPage(
    call,
    own.map((each) => ({
      organization: urn('organization', each.id),
      role: each.role,
      roleAssignee,
      state: 'APPROVED',
    })),
  )
}

/** The organization by its URN, if the member may let it speak. */
export function speakingOrganization(call: ApiCall, author: unknown): Organization {
  const organization = call.world.organizations.get(idIn(author, 'organization') ?? '')
  if (organization?.tenant !== call.tenant || !posting.includes(organization.role ?? ''))
    throw new ApiError(403, {
      serviceErrorCode: 100,
      code: 'ACCESS_DENIED',
      message: `Member does not have permission to post on behalf of ${JSON.stringify(author ?? null)}`,
    })
  return organization
}

const reading = ['rw_organization_admin', 'r_organization_social', 'w_organization_social']

export const organizationOperations: Operations = {
  GET: { scopes: reading, handle: read },
  BATCH_GET: { scopes: reading, handle: readSome },
}

export const aclOperations: Operations = {
  'FINDER-roleAssignee': { scopes: ['rw_organization_admin'], handle: ownRoles },
}
