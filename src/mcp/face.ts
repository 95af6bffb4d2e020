import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { agentUrlAs } from '../core/assistants/deps.ts'
import type { Actor, Caller } from '../core/context.ts'
import { saidAfterRestore } from '../core/restored.ts'
import { AppError, CallerGone, errorStatus } from '../errors.ts'
import type { Services } from '../services.ts'
import { required } from '../lookup.ts'
import { requireSmallEnvelope } from './envelope.ts'
import type { McpHandler } from './handler.ts'
import type { Lacking } from './lacking.ts'
import { addressOf } from '../call/address.ts'
import { requireOwnOrigin } from '../call/own-page.ts'
import { traceIn } from '../trace/tracing.ts'
import type { TraceContext } from '../trace/tracing.ts'
import type { McpParts } from './parts.ts'

/** Where clients read how to be let in. */
const metadataPath = '/.well-known/oauth-protected-resource'

/** The Model Context Protocol at /mcp. What speaks it is loaded when somebody first asks. */
export function mcpFace(parts: McpParts) {
  const { services } = parts
  let handler: Promise<McpHandler> | null = null
  const open = () => (handler ??= load(parts))
  const requireOurs = ownOrigins(services)
  return {
    paths: ['/mcp'],
    methods: ['GET', 'POST', 'DELETE'] as HTTPMethods[],
    async admit(request: FastifyRequest) {
      requireOurs(request)
      const { authorization } = request.headers
      const resource = `${services.agentUrl()}/mcp`
      request.caller = asAgent(await parts.authenticateAgent(authorization, addressOf(request), resource))
    },
    async answer(request: FastifyRequest, reply: FastifyReply) {
      const { quick, serve, lacking } = await open()
      const lacks = lacking(required(request.caller, 'caller'), request.body)
      if (lacks) throw insufficient(lacks)
      let gone: AbortSignal | null = null
      const signal = () => (gone ??= goneSignal(parts, request, reply))
      const { caller, id: requestId, isLarge, headers } = request
      const about = { afterRestore: saidAfterRestore(headers), trace: traceOf(request.body) }
      const asked = { caller: required(caller, 'caller'), requestId, signal, isLarge, ...about }
      const said = request.method === 'POST' ? await quick(asked, request.headers, request.body) : null
      if (said !== null) return reply.type('application/json').send(said)
      requireSmallEnvelope(request.body)
      return send(reply, await serve(asked, webRequest(request, asked.signal()), request.body))
    },
    fail(error: AppError, request: FastifyRequest, reply: FastifyReply) {
      const status = errorStatus[error.code]
      const challenge = challengeOf(error, request, `${agentUrlAs(services, request.headers.host)}${metadataPath}`)
      const code = request.body === undefined && status === 400 ? parseError : refused
      const rpc = { jsonrpc: '2.0', error: { code, message: error.message, data: { code: error.code } }, id: null }
      void reply
        .status(status)
        .headers({ ...error.headers, ...challenge })
        .send(rpc)
    },
    async close() {
      await (await handler)?.close()
    },
  }
}

/** Lets in who came to a name of ours, and from no page of others. Nearly all come by the same name, and from no page. */
function ownOrigins(services: Services): (request: FastifyRequest) => void {
  let before: string | null = null
  return (request) => {
    const { host, origin } = request.headers
    const way = `${host} ${services.publicUrl()} ${services.agentUrl()}`
    if (origin === undefined && way === before) return
    requireOwnOrigin(request, reachedAs(request, services))
    if (origin === undefined) before = way
  }
}

/** Agents may reach us under another name than people do. */
function reachedAs({ headers: { host } }: FastifyRequest, { config, publicUrl, agentUrl }: Services) {
  const isAgents = host !== undefined && new URL(agentUrl()).host === host.toLowerCase()
  return { config, publicUrl: isAgents ? agentUrl : publicUrl }
}

/** An assistant asks its person for more, and comes back with it. */
function insufficient({ tool, scopes, needed }: Lacking): AppError {
  const text = `${tool} needs the scope ${needed.join(' ')}: the person who connected you has to consent to it.`
  return new AppError('forbidden', text, { needed: scopes, reason: 'insufficient_scope' })
}

/** How to be let in, or to be let do more (RFC 6750, RFC 9728). First it is reading that is asked for. */
function challengeOf({ code, details }: AppError, { headers }: FastifyRequest, metadata: string) {
  const needed = details?.reason === 'insufficient_scope' ? (details.needed as string[]) : null
  if (code !== 'unauthorized' && needed === null) return {}
  const problem = needed ? 'insufficient_scope' : headers.authorization === undefined ? null : 'invalid_token'
  const parts = {
    ...(problem ? { error: problem } : {}),
    ...{ scope: (needed ?? ['read']).join(' '), resource_metadata: metadata },
  }
  const text = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  return { 'www-authenticate': `Bearer ${text.join(', ')}` }
}

/** The protocol has a place of its own for it, beside the headers of the request. */
function traceOf(body: unknown): TraceContext | null {
  const { params } = (body ?? {}) as { params?: { _meta?: unknown } | null }
  return traceIn(params?._meta)
}

/** In steps, between which others have their turn: the protocol alone takes a tenth of a second. */
async function load(parts: McpParts): Promise<McpHandler> {
  await import('@modelcontextprotocol/server')
  await turn()
  await import('./toolbox.ts')
  await turn()
  return (await import('./handler.ts')).createHandler(parts)
}

/** Made only for those who look: most calls are over before anybody could hang up. */
function goneSignal(
  { whenEnded }: McpParts,
  { raw: { socket }, caller }: FastifyRequest,
  { raw }: FastifyReply,
): AbortSignal {
  const gone = new AbortController()
  const hangUp = () => gone.abort(new CallerGone())
  if (socket.destroyed) hangUp()
  socket.once('close', hangUp)
  // Whose key ends, or opens less, is answered no more than who has hung up.
  const stopWatching = whenEnded(required(caller, 'caller'), () => socket.destroy())
  raw.once('close', () => {
    socket.off('close', hangUp)
    stopWatching()
  })
  return gone.signal
}

/** JSON-RPC's own number for what is no JSON, and ours for what is not let in. */
const parseError = -32_700
const refused = -32_000

/** Whoever comes in by this door is an agent, with the rights of its key. */
function asAgent(caller: Caller): Caller {
  const { actor } = caller
  if (actor.kind !== 'key') return caller
  const { id: keyId, name, userId, scopes: granted, spends } = actor
  const agent: Actor = { kind: 'agent', keyId, name, userId, scopes: granted, spends }
  return { company: caller.company, actor: agent }
}

function webRequest({ method, headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(`http://${headers.host}${url}`, { method, headers: given, signal })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  void reply.status(answer.status).headers(Object.fromEntries(answer.headers))
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (answer.body && isStream) return reply.send(Readable.fromWeb(answer.body as never))
  return reply.send(await answer.text())
}
