import { requireAccount, requireEntity } from './call.ts'
import type { EntityKind, SnapCall } from './call.ts'
import { createEntities, deleteEntity, listEntities, readEntity, updateEntities } from './objects/entities.ts'
import { newRequestId, notFound, SnapError } from './errors.ts'
import { dimensionsAt } from './objects/dimensions.ts'
import { fundingOf, pixelOf } from './objects/fixtures.ts'
import { patchEntity } from './objects/json-patch.ts'
import { multipartUpload, uploadFile } from './objects/media.ts'
import { showAccount, showOrganization } from './objects/show.ts'
import { readStats } from './report/stats.ts'
import type { StatLevel } from './report/question.ts'
import { readRun, startRun } from './report/runs.ts'
import { uuidOf } from './world.ts'
import type { Account } from './world.ts'

const entityKinds = ['campaigns', 'adsquads', 'ads', 'creatives', 'media', 'segments']
const statLevels = ['adaccounts', 'campaigns', 'adsquads', 'ads']
const deletable = ['campaigns', 'adsquads', 'ads']
const directChildren = ['campaigns', 'creatives', 'media', 'segments']

/** Paths below `/v1`. */
export async function route(call: SnapCall): Promise<object> {
  const { method, path } = call.request
  const [head = '', id = '', tail, ...rest] = path
    .replace(/^(\/us)?\/v1/, '')
    .split('/')
    .filter(Boolean)
  if (head === 'targeting') return found('targeting_dimensions', reading(call, dimensionsAt([id, tail, ...rest])))
  if (rest.length > 0) throw notFound(path)
  if (head === 'me') return readMe(call, id)
  if (tail?.startsWith('stats') && method === 'GET' && statLevels.includes(head))
    return routeStats(call, head as StatLevel, id, tail)
  if (head === 'organizations') return readOrganization(call, id, tail)
  if (head === 'adaccounts') return routeAccount(call, id, tail)
  if (!isKind(head)) throw notFound(path)
  if (head === 'media' && method === 'POST') {
    if (tail === 'upload') return uploadFile(call, id)
    if (tail === 'multipart-upload-v2') return multipartUpload(call, id)
  }
  if (tail !== undefined) return routeChildren(call, head, id, tail)
  if (method === 'GET') return readEntity(call, head, id)
  if (method === 'PATCH' && deletable.includes(head)) return patchEntity(call, head, id)
  if (method === 'DELETE' && deletable.includes(head)) return deleteEntity(call, head, id)
  throw notAllowed(method)
}

function routeStats(call: SnapCall, level: StatLevel, id: string, tail: string): object {
  if (tail === 'stats_report') return readRun(call, level, id)
  if (tail !== 'stats') throw notFound(tail)
  return call.request.query.get('async') === 'true' ? startRun(call, level, id) : readStats(call, level, id)
}

function isKind(word: string | undefined): word is EntityKind {
  return word !== undefined && entityKinds.includes(word)
}

function routeAccount(call: SnapCall, id: string, tail: string | undefined): object {
  const account = requireAccount(call, id)
  if (tail === undefined) return found('adaccounts', [{ adaccount: showAccount(account) }])
  if (tail === 'pixels') return found('pixels', reading(call, [{ pixel: pixelOf(account) }]))
  if (!isKind(tail)) throw notFound(tail)
  const { method } = call.request
  if (method === 'GET') return listEntities(call, tail, call.world[tail].lookup('account', id))
  if (!directChildren.includes(tail)) throw notAllowed(method)
  return write(call, tail, { id, account_id: id })
}

/** Ad squads of a campaign, ads of a campaign, ads of an ad squad. */
function routeChildren(call: SnapCall, head: EntityKind, id: string, tail: string): object {
  const parent = requireEntity(call, head, id)
  const { world, request } = call
  if (head === 'campaigns' && tail === 'ads' && request.method === 'GET') {
    const squads = world.adsquads.lookup('campaign', id)
    return listEntities(
      call,
      'ads',
      squads.flatMap((squad) => world.ads.lookup('adsquad', squad.id)),
    )
  }
  const isSquads = head === 'campaigns' && tail === 'adsquads'
  if (!isSquads && !(head === 'adsquads' && tail === 'ads')) throw notFound(tail)
  if (request.method === 'GET') {
    const children = isSquads ? world.adsquads.lookup('campaign', id) : world.ads.lookup('adsquad', id)
    return listEntities(call, tail, children)
  }
  return write(call, tail, parent)
}

function write(call: SnapCall, kind: EntityKind, parent: { id: string; account_id: string }): object {
  const { method } = call.request
  if (method === 'POST') return createEntities(call, kind, parent)
  if (method === 'PUT') return updateEntities(call, kind, parent)
  throw notAllowed(method)
}

function readMe(call: SnapCall, tail: string): object {
  if (call.request.method !== 'GET') throw notAllowed(call.request.method)
  if (tail === 'organizations') {
    const withAccounts = call.request.query.get('with_ad_accounts') === 'true'
    const organizations = call.world.organizations.lookup('tenant', call.tenant).map((organization) => {
      const accounts = openAccounts(call, organization.id)
      return { organization: showOrganization(organization, withAccounts ? accounts : undefined) }
    })
    return found('organizations', organizations)
  }
  if (tail !== '') throw notFound(tail)
  const me = {
    id: uuidOf(call.opened.person === 'owner' ? `user ${call.tenant}` : `assistant ${call.tenant}`),
    display_name: `Sandbox user of ${call.tenant}`,
  }
  return { request_status: 'success', request_id: newRequestId(), me }
}

function readOrganization(call: SnapCall, id: string, tail: string | undefined): object {
  const organization = call.world.organizations.get(id)
  if (organization?.tenant !== call.tenant) throw notFound('organization')
  if (call.request.method !== 'GET') throw notAllowed(call.request.method)
  if (tail === undefined) return found('organizations', [{ organization: showOrganization(organization, undefined) }])
  if (tail === 'fundingsources') return found('fundingsources', [{ fundingsource: fundingOf(organization) }])
  if (tail !== 'adaccounts') throw notFound(tail)
  const accounts = openAccounts(call, id)
  return found(
    'adaccounts',
    accounts.map((account) => ({ adaccount: showAccount(account) })),
  )
}

function openAccounts({ world, opened }: SnapCall, organization: string): Account[] {
  return world.accounts.lookup('organization', organization).filter(({ id }) => opened.opens(id))
}

function reading({ request }: SnapCall, elements: object[]): object[] {
  if (request.method !== 'GET') throw notAllowed(request.method)
  return elements
}

function found(plural: string, elements: object[]): object {
  return {
    request_status: 'SUCCESS',
    request_id: newRequestId(),
    [plural]: elements.map((element) => ({ sub_request_status: 'SUCCESS', ...element })),
  }
}

function notAllowed(method: string): SnapError {
  return new SnapError({ status: 405, code: 'E1005', message: `Method ${method} is not allowed here` })
}
