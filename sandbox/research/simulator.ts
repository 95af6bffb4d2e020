import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { PlatformFault, PlatformState, SimContext, SimReply, SimRequest, Simulator } from '../core/simulator.ts'
import { defaultTenant, tenantOfToken } from '../core/tenants.ts'
import { brands } from './brands.ts'
import { brandPage } from './page.ts'
import { researchRouter } from './router.ts'
import { boardView } from './present.ts'
import { defaultKey, ensureTenant, openWorld, platform, prefix } from './world.ts'
import type { World } from './world.ts'

const endpoint = '/trpc'
const pagesAt = '/pages/'

/** A library of competitors' ads behind tRPC, with the protocol's own server. */
export function createResearchSimulator(context: SimContext): Simulator {
  const world = openWorld(context)
  return {
    platform,
    prefix,
    defaultToken: defaultKey,
    seed: () => ensureTenant(world, defaultTenant),
    handle: (request) => handle(world, request),
    faultReply,
    state: () => stateOf(world),
  }
}

async function handle(world: World, request: SimRequest): Promise<SimReply> {
  const { method, path, origin } = request
  if (method === 'GET' && path.startsWith(pagesAt)) {
    return brandPage({ world, tenant: defaultTenant, origin }, path.slice(pagesAt.length))
  }
  if (!path.startsWith(`${endpoint}/`)) return { status: 404, body: { error: { message: 'There is nothing here.' } } }
  const tenant = tenantOfToken(keyOf(request), defaultKey)
  const response = await fetchRequestHandler({
    endpoint,
    req: asFetchRequest(request),
    router: researchRouter,
    createContext: () => ({ world, tenant, origin }),
  })
  return { status: response.status, headers: headersOf(response), body: await response.text() }
}

function keyOf({ headers }: SimRequest): string {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
}

function asFetchRequest({ method, path, query, headers, body }: SimRequest): Request {
  const type = headers['content-type']
  return new Request(`http://sandbox${path}?${query.toString()}`, {
    method,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(method === 'GET' || method === 'HEAD' || body.raw.length === 0 ? {} : { body: new Uint8Array(body.raw) }),
  })
}

function headersOf(response: Response): Record<string, string> {
  return { 'content-type': response.headers.get('content-type') ?? 'application/json' }
}

function faultReply(fault: PlatformFault, { path }: SimRequest): SimReply {
  const procedure = path.slice(endpoint.length + 1)
  switch (fault.kind) {
    case 'throttle': {
      const reply = failure(procedure, { status: 429, code: -32_029, word: 'TOO_MANY_REQUESTS', message: 'Slow down.' })
      return { ...reply, headers: { 'retry-after': String(fault.seconds) } }
    }
    case 'version-ended':
      return failure(procedure, { status: 404, code: -32_004, word: 'NOT_FOUND', message: 'No procedure found.' })
    case 'platform-error': {
      const { code, message = 'Something went wrong.' } = fault
      return failure(procedure, { status: 500, code, word: 'INTERNAL_SERVER_ERROR', message })
    }
  }
}

/** The protocol's error shape: a number of JSON-RPC, a word, a status. */
function failure(
  path: string,
  { status, code, word, message }: { status: number; code: number; word: string; message: string },
): SimReply {
  return { status, body: { error: { message, code, data: { code: word, httpStatus: status, path } } } }
}

function stateOf(world: World): PlatformState {
  const library = world.library()
  const videos = library.filter(({ format }) => format === 'video').length
  return {
    platform,
    baseUrl: world.context.publicUrl() + prefix + endpoint,
    token: defaultKey,
    accounts: [],
    counts: { campaigns: 0, adsets: 0, ads: 0, creatives: 0, images: 0, videos: 0 },
    // Nothing is launched here: what the library holds are other companies' ads.
    ads: [],
    library: { brands: brands.length, ads: library.length, videos },
    boards: [...world.boards.values()].map((board) => ({ tenant: board.tenant, ...boardView(board) })),
    follows: [...world.follows.values()],
  }
}
