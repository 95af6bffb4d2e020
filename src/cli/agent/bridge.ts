import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { required } from '../../lookup.ts'

/** Where the service is, and what is said to it. */
export interface BridgeEnds {
  url: string
  key: string
  input: Readable
  output: Writable
}

/** What we read of a message of JSON-RPC. */
interface Message {
  id?: string | number
  method?: string
  params?: { name?: unknown; uri?: unknown; requestId?: string | number; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: unknown }
  error?: unknown
}

const versionField = 'io.modelcontextprotocol/protocolVersion'
/** The one request that is never answered to its end. */
const endless = 'subscriptions/listen'
const failed = -32_000
const parseError = -32_700

/**
 * Speaks to an agent on standard input and output, one message a line, and to the service over HTTP. Every message goes its own way;
 * what the service answers is handed on as it is.
 */
export async function runBridge({ url, key, input, output }: BridgeEnds): Promise<void> {
  const waiting = new Map<string | number, { gone: AbortController; isEndless: boolean }>()
  const running = new Set<Promise<void>>()
  // What a client of 2025 has agreed on at its start.
  let agreed: string | undefined
  const say = (message: object) => void output.write(`${JSON.stringify(message)}\n`)

  async function handOn(message: Message): Promise<void> {
    if (message.method === 'notifications/cancelled') return cancel(message)
    const { id } = message
    const gone = new AbortController()
    if (id !== undefined) waiting.set(id, { gone, isEndless: message.method === endless })
    try {
      const answer = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { ...headersOf(message, agreed), authorization: `Bearer ${key}` },
        body: JSON.stringify(message),
        signal: gone.signal,
      })
      for await (const each of messagesIn(answer)) {
        if (message.method === 'initialize') agreed = textOr(each.result?.protocolVersion)
        // Whoever was not let in was not asked what for.
        say(
          each.id === null || each.id === undefined
            ? { ...each, ...(each.error && id !== undefined ? { id } : {}) }
            : each,
        )
      }
    } catch (error) {
      if (id === undefined || gone.signal.aborted) return
      const why =
        error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error)
      say({ jsonrpc: '2.0', id, error: { code: failed, message: `Flightdeck at ${url} cannot be asked: ${why}` } })
    } finally {
      if (id !== undefined) waiting.delete(id)
    }
  }

  function cancel({ params }: Message): void {
    if (params?.requestId !== undefined) waiting.get(params.requestId)?.gone.abort()
  }

  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const message = parse(line)
    if (message === null) {
      say({ jsonrpc: '2.0', id: null, error: { code: parseError, message: 'This line is no message of JSON-RPC.' } })
      continue
    }
    const task = handOn(message).finally(() => running.delete(task))
    running.add(task)
  }
  for (const { gone, isEndless } of waiting.values()) if (isEndless) gone.abort()
  await Promise.all(running)
}

function parse(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** What the protocol wants to see outside of the message as well. */
function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const version = params?._meta?.[versionField]
  const name = textOr(params?.name) ?? textOr(params?.uri)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  if (typeof version !== 'string') return { ...headers, ...(agreed ? { 'mcp-protocol-version': agreed } : {}) }
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': method ?? '',
    ...(name === undefined ? {} : { 'mcp-name': headerText(name) }),
  }
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Headers carry plain characters; everything else is wrapped as the protocol says. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/** The messages of an answer, be it one or a stream of them. */
async function* messagesIn(answer: Response): AsyncGenerator<Message> {
  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream')) {
    const text = await answer.text()
    if (text === '') return
    const message = type.includes('json') ? parse(text) : null
    if (!message) throw new Error(`it answered with ${answer.status} and something else than JSON`)
    yield message
    return
  }
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of required(answer.body, 'body of the answer')) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true })
    const events = rest.split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
      const message = data.length > 0 ? parse(data.join('\n')) : null
      if (message) yield message
    }
  }
}
