import type { SimRequest } from '../core/simulator.ts'
import type { Opened } from '../core/consent/grants.ts'
import type { ApiAnswer, ApiCall } from './call.ts'
import { ApiError, invalidParam, refused } from './errors.ts'
import type { Limiter } from './limiter.ts'
import type { Fields } from './objects/objects.ts'
import { isRecord } from './objects/objects.ts'
import type { World } from './world.ts'
import { findPlace } from './router.ts'
import { checkNamed, checkProtocol, methodOf } from './restli/method.ts'
import { parseQuery, parseValue, RestliSyntaxError } from './restli/parser.ts'
import type { RestliQuery } from './restli/parser.ts'
import { unpack } from './restli/tunnel.ts'
import type { PlainCall } from './restli/tunnel.ts'
import { checkVersion, padded } from './restli/versions.ts'

interface PerformDeps {
  world: World
  limiter: Limiter
  request: SimRequest
}

/** Reads a call as the platform does: version, protocol, tunnel, path, method, query, permission; then does what it asks. */
export async function perform(deps: PerformDeps, caller: Opened): Promise<ApiAnswer> {
  const { world, limiter, request } = deps
  const { headers } = request
  const version = checkVersion(oneOf(headers['linkedin-version']), world.now())
  checkProtocol(headers)
  const plain = unpack(request)
  const { resource, accountId, rawParentKey, rawKey } = findPlace(plain.path)
  const { params, fields } = readQuery(plain.rawQuery)
  const finder = wordIn(params, 'q')
  const action = wordIn(params, 'action')
  const asked = { hasKey: rawKey !== undefined, finder, action, hasIds: params.has('ids') }
  const method = methodOf(plain, headers, asked)
  checkNamed(method, headers, resource.isFinderNamed === true)
  const name = [method, finder ?? action].filter((part) => part !== undefined).join('-')
  const operation = `${resource.name}.${name}`
  const found = Object.hasOwn(resource.operations, name) ? resource.operations[name] : undefined
  if (!found)
    throw refused(finder === undefined && action === undefined ? 405 : 400, `${operation} is not supported`, 0)
  limiter.charge(caller.tenant, resource.name)
  checkPermission(world, caller, found.scopes, `${operation}.${padded(version)}`)
  params.delete('q')
  const call: ApiCall = {
    ...deps,
    ...caller,
    version,
    operation,
    params,
    fields,
    accountId,
    parentKey: readKey(rawParentKey),
    key: readKey(rawKey),
    body: readBody(plain, request, method),
  }
  return found.handle(call)
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function readQuery(raw: string): RestliQuery {
  try {
    return parseQuery(raw)
  } catch (error) {
    if (!(error instanceof RestliSyntaxError)) throw error
    throw refused(400, `Invalid query parameters passed to request: ${error.message}`, 0)
  }
}

function wordIn(params: RestliQuery['params'], name: string): string | undefined {
  const value = params.get(name)
  if (value !== undefined && typeof value !== 'string') throw invalidParam(name, `${name} must be a single value`)
  return value
}

/** The signs of the syntax in a key have to be encoded. */
function readKey(raw: string | undefined): string {
  if (raw === undefined) return ''
  try {
    const value = parseValue(raw)
    if (typeof value === 'string') return value
  } catch (error) {
    if (!(error instanceof RestliSyntaxError)) throw error
  }
  throw refused(400, `Invalid key in the path: ${raw}`, 0)
}

function checkPermission(world: World, { scopes }: Opened, wanted: readonly string[], operation: string): void {
  const denied = (message: string) => new ApiError(403, { serviceErrorCode: 100, code: 'ACCESS_DENIED', message })
  if (!wanted.some((scope) => scopes.includes(scope))) throw denied(`Not enough permissions to access: ${operation}`)
  if (world.settings().dmaConsent === 'lacking' && /^ad|^creatives/.test(operation))
    throw denied('Member has not consented to the use of their data across LinkedIn services: DMA consent is required')
}

function readBody({ body, method }: PlainCall, { headers }: SimRequest, restliMethod: string): Fields {
  if (method !== 'POST') {
    if (body.kind !== 'none' && body.raw.length > 0) throw refused(400, `${restliMethod} takes no body`, 0)
    return {}
  }
  if (body.kind === 'none') {
    if (headers['content-length'] === undefined) throw refused(411, 'Length Required: send Content-Length: 0', 0)
    throw refused(400, 'The body is missing', 0)
  }
  if (body.kind !== 'json') throw refused(415, 'The Content-Type must be application/json', 0)
  if (body.malformed || !isRecord(body.json)) throw refused(400, 'The body is not a JSON object', 0)
  return body.json
}
