import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../core/context.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { required } from '../lookup.ts'
import { resultText } from './answer.ts'
import { callWithPerson } from './ask-person.ts'
import { cardExtension } from './card/card.ts'
import { openToolbox } from './toolbox.ts'
import type { Toolbox } from './toolbox.ts'
import type { McpParts } from './parts.ts'
import { instructions } from './instructions.ts'
import { readPlainCall } from './plain-call.ts'
import { lackingFor } from './lacking.ts'
import type { Lacking } from './lacking.ts'
import { allPrompts, MissingArgument } from './prompts.ts'
import type { TraceContext } from '../trace/tracing.ts'
import type { Asking } from './tools/tool.ts'

/** One request, with who sent it. */
export interface McpRequest {
  caller: Caller
  requestId: string
  signal: () => AbortSignal
  isLarge: boolean
  afterRestore: string | null
  /** What the agent's own request says of it; null: nothing. */
  trace: TraceContext | null
}

export interface McpHandler {
  /** What a plain call of a tool answers; null: the request is something else. */
  quick: (asked: McpRequest, headers: IncomingHttpHeaders, body: unknown) => Promise<string | null>
  /** What a connected assistant lacks for what it calls; null: nothing, or no consent could give it. */
  lacking: (caller: Caller, body: unknown) => Lacking | null
  serve: (asked: McpRequest, request: Request, body: unknown) => Promise<Response>
  close(): Promise<void>
}

/** What answers the protocol: every request by itself, nothing is remembered between two. */
export async function createHandler(parts: McpParts): Promise<McpHandler> {
  const { version, log } = parts.services
  const toolbox = await openToolbox(parts)
  const end = modernEnd(version)
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(toolbox, version, (required(authInfo, 'caller').extra as { asking: Asking }).asking),
    { onerror: (error) => log.debug({ err: error }, 'a request at /mcp was refused') },
  )
  return {
    async quick(asked, headers, body) {
      const call = readPlainCall(headers, body)
      const tool = call && toolbox.tool(call.name)
      if (!call || !tool) return null
      if (call.canAsk && tool.shows) return null
      const said = await toolbox.call(asked, tool, call.given)
      if (call.canAsk && said.missing && said.missing.length > 0) return null
      return `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":${resultText(said, call.isModern ? end : '')}}`
    },
    lacking: (caller, body) => lackingFor(toolbox, caller, body),
    serve(asked, request, body) {
      const { caller } = asked
      const asking: Asking = { ...asked }
      // The key itself goes no further than this.
      const authInfo = { token: '', clientId: '', scopes: [...caller.actor.scopes], extra: { asking } }
      return handler.fetch(request, { authInfo, ...(body === undefined ? {} : { parsedBody: body }) })
    },
    close: () => handler.close(),
  }
}

/** What today's protocol has at the end of every result. */
function modernEnd(version: string): string {
  return `,"resultType":"complete","_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: infoOf(version) })}`
}

function infoOf(version: string) {
  return { name: 'flightdeck', title: 'Flightdeck', version }
}

function serverFor(toolbox: Toolbox, version: string, asking: Asking) {
  const { server } = new McpServer(infoOf(version), {
    capabilities: { tools: {}, resources: {}, prompts: {}, extensions: { [cardExtension]: {} } },
    instructions,
  })
  server.setRequestHandler('tools/list', () => ({ tools: toolbox.toolsFor(asking) }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, { mcpReq }) => {
    const tool = toolbox.tool(name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
    return callWithPerson(toolbox, { ...asking, onProgress: progressOf(mcpReq) }, { tool, given }, mcpReq)
  })
  server.setRequestHandler('resources/list', async () => ({ resources: await toolbox.resources.list() }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await toolbox.resources.read(uri)
    if (!found) throw new ResourceNotFoundError(uri, `There is no resource ${uri}.`)
    return { contents: [{ uri, ...found }] }
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: allPrompts.list }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => promptNamed(name, given))
  return server
}

/** Where the client asked to be told how far it is. */
function progressOf({ _meta: about, notify }: ServerContext['mcpReq']): Asking['onProgress'] {
  const progressToken = about?.progressToken
  if (progressToken === undefined) return undefined
  return ({ done: progress, total, message }) => {
    // Who has gone is told nothing more, and what they asked for goes on.
    notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } }).catch(
      () => undefined,
    )
  }
}

function promptNamed(name: string, given: Record<string, string>) {
  try {
    const prompt = allPrompts.get(name, given)
    if (prompt) return prompt
  } catch (error) {
    if (error instanceof MissingArgument) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
    throw error
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
}
