import type { Operation } from '../call/operation.ts'
import { limitsOfPeople, memoryRateLimiter, sharedRateLimiter } from '../call/rate-limit.ts'
import type { Config } from '../config.ts'
import { localUrl } from '../config/address.ts'
import { createAuthenticator } from '../http/auth.ts'
import { routesOf } from '../http/other-methods.ts'
import { addFace, createServer } from '../http/server.ts'
import type { OtherFace } from '../http/server.ts'
import { siblingFace } from '../http/sibling-media.ts'
import { holdCalls } from '../http/calls-in-hand.ts'
import { mcpFace } from '../mcp/face.ts'
import { signInFaces } from '../mcp/sign-in/face.ts'
import type { Services } from '../services.ts'
import { createDashboard } from '../web/dashboard.ts'
import type { Dashboard } from '../web/dashboard.ts'
import { dashboardPages } from '../web/pages.ts'
import { listen } from './listen.ts'
import type { SocketHolder } from './listen.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

interface ApiParts {
  services: Services
  operations: Operation[]
  alone: boolean
  /** The folder in which the dashboard's sources lie. */
  dashboardRoot: string
  /** Who keeps the listening socket when we end; null: it ends with us. */
  socketHolder: SocketHolder | null
}

/** How long calls in hand may take to end when we stop. */
const finishWithinMs = 1_000

/** Listens, with every face of the one door. Answers where: for everybody, and for agents alone where they have a port. */
export async function openApi(
  config: Config,
  { services, operations, alone, dashboardRoot, socketHolder }: ApiParts,
  undo: Undo,
): Promise<{ url: string; agentsUrl: string | null }> {
  const authenticator = createAuthenticator(services.db, services.listener, services.log)
  undo.push(() => authenticator.close())
  const limits = { key: config.rateLimit, user: limitsOfPeople }
  const rateLimiter = alone ? memoryRateLimiter(limits) : sharedRateLimiter(services.db, limits)
  const authenticateAgent = authenticator.authenticateAgent.bind(authenticator)
  const whenEnded = authenticator.whenEnded.bind(authenticator)
  const callDeps = { services, operations, rateLimiter, authenticateAgent, whenEnded }
  const faces = [closing(mcpFace(callDeps), undo), ...signInFaces(callDeps)]
  const dashboard = config.dashboard ? closing(createDashboard(dashboardRoot, services.log), undo) : null
  const paths = [...operations.flatMap(routesOf), ...faces.flatMap((face) => face.paths)]
  const server = await createServer({
    operations,
    services,
    authenticator,
    rateLimiter,
    publicUrl: services.publicUrl,
    ...(dashboard ? { pages: pagesOf(dashboard, services, paths) } : {}),
  })
  undo.push(() => server.close())
  const calls = holdCalls(server)
  undo.push(() => calls.finish(finishWithinMs))
  for (const face of faces) addFace(server, callDeps, face)
  if (services.media.siblings) addFace(server, callDeps, siblingFace(services.media.siblings, services.publicUrl))
  const agentsUrl =
    config.agents.port === null
      ? null
      : await openAgentPort(config, { services, authenticator, rateLimiter, faces }, undo)
  const port = await listen(server, config, socketHolder)
  dashboard?.begin()
  return { url: addressOf(config, port), agentsUrl }
}

type Server = Parameters<typeof createServer>[0]

/** Another port, which answers agents and nobody else: all that has to be reachable from outside for them. */
async function openAgentPort(
  config: Config,
  { faces, ...parts }: Pick<Server, 'services' | 'authenticator' | 'rateLimiter'> & { faces: OtherFace[] },
  undo: Undo,
): Promise<string> {
  const server = await createServer({ ...parts, operations: [], publicUrl: parts.services.agentUrl })
  undo.push(() => server.close())
  for (const face of faces) addFace(server, parts, face)
  return addressOf(config, await listen(server, { host: config.host, port: config.agents.port ?? 0 }, null))
}

/** Where approvals are looked at people have a page too: links to them are longer than its address. */
const sharedWithPages = 'approvals'

function pagesOf(dashboard: Dashboard, services: Services, paths: string[]) {
  const { config, sandboxUrl } = services
  const taken = new Set(paths.map((path) => path.split('/')[1] ?? '').filter((word) => word !== sharedWithPages))
  const sources = () => ({ publicUrl: services.publicUrl(), mediaPublicUrl: config.mediaPublicUrl, sandboxUrl })
  return dashboardPages({ dashboard, taken, sources })
}

function addressOf({ host, basePath }: Config, port: number): string {
  return localUrl(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port, basePath)
}
