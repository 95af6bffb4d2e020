import type { IncomingHttpHeaders } from 'node:http'
import { ApiError, refused } from '../errors.ts'
import type { PlainCall } from './tunnel.ts'

const httpMethods: Record<string, string> = {
  GET: 'GET',
  GET_ALL: 'GET',
  BATCH_GET: 'GET',
  FINDER: 'GET',
  CREATE: 'POST',
  BATCH_CREATE: 'POST',
  PARTIAL_UPDATE: 'POST',
  BATCH_PARTIAL_UPDATE: 'POST',
  ACTION: 'POST',
  DELETE: 'DELETE',
}

/** Methods that a bare request would not be understood as. */
const named = ['BATCH_GET', 'BATCH_CREATE', 'PARTIAL_UPDATE', 'BATCH_PARTIAL_UPDATE']

const protocol = '2.0.0'

export function checkProtocol(headers: IncomingHttpHeaders): void {
  const given = headers['x-restli-protocol-version']
  if (given !== protocol)
    throw new ApiError(400, {
      code: 'ILLEGAL_ARGUMENT',
      message: `Rest.li protocol version '${String(given ?? '1.0.0')}' used by the client is not supported; send X-Restli-Protocol-Version: ${protocol}`,
    })
}

/** What the query says of the method. */
interface MethodRequest {
  hasKey: boolean
  finder: string | undefined
  action: string | undefined
  hasIds: boolean
}

/** The method that the header names, or the one that the request looks like. */
export function methodOf({ method }: PlainCall, headers: IncomingHttpHeaders, asked: MethodRequest): string {
  const header = headers['x-restli-method']
  const given = header === undefined ? undefined : String(header).toUpperCase()
  if (given !== undefined && !Object.hasOwn(httpMethods, given))
    throw refused(400, `Invalid Rest.li method ${given}`, 0)
  if (given !== undefined && httpMethods[given] !== method)
    throw refused(400, `Rest.li method ${given} does not go with ${method}`, 0)
  const found = given ?? inferred(method, asked)
  if (found === undefined) throw refused(405, `Method ${method} is not supported on this resource`, 0)
  checkFits(found, asked)
  return found
}

function inferred(method: string, { hasKey, finder, action, hasIds }: MethodRequest): string | undefined {
  if (method === 'GET') return hasKey ? 'GET' : finder !== undefined ? 'FINDER' : hasIds ? 'BATCH_GET' : 'GET_ALL'
  if (method === 'POST') return action !== undefined ? 'ACTION' : hasKey ? 'PARTIAL_UPDATE' : 'CREATE'
  if (method === 'DELETE') return 'DELETE'
  return undefined
}

function checkFits(method: string, { hasKey, finder, action, hasIds }: MethodRequest): void {
  const needsKey = ['GET', 'PARTIAL_UPDATE', 'DELETE'].includes(method)
  if (needsKey !== hasKey) throw refused(400, `Rest.li method ${method} does not go with this path`, 0)
  if ((method === 'FINDER') !== (finder !== undefined))
    throw refused(400, `Rest.li method ${method} and 'q' do not go together`, 0)
  if ((method === 'ACTION') !== (action !== undefined))
    throw refused(400, `Rest.li method ${method} and 'action' do not go together`, 0)
  const isBatchByIds = method === 'BATCH_GET' || method === 'BATCH_PARTIAL_UPDATE'
  if (isBatchByIds !== hasIds) throw refused(400, `Rest.li method ${method} and 'ids' do not go together`, 0)
}

/** Refuses what only goes with the header when it is not there. */
export function checkNamed(method: string, headers: IncomingHttpHeaders, isFinderNamed: boolean): void {
  if (headers['x-restli-method'] !== undefined) return
  if (named.includes(method) || (isFinderNamed && method === 'FINDER'))
    throw refused(400, `The header X-RestLi-Method: ${method} is required`, 0)
}
