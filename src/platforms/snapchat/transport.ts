import { PlatformError } from '../../errors.ts'
import { endingWith, parseJsonOrNull, waitForAllowance } from '../kit/http/call.ts'
import type { CallOptions as PlainCallOptions } from '../kit/http/call.ts'
import { createAverageGate } from '../kit/http/gate.ts'
import type { Gate } from '../kit/http/gate.ts'
import { createPlatformHttp } from '../kit/http/http.ts'
import type { OutboundAnswer, OutboundRequest, PlatformHttp } from '../kit/http/http.ts'
import { multipart } from '../kit/http/form.ts'
import type { FilePart } from '../kit/http/form.ts'
import type { Surroundings } from '../contract/platform.ts'
import { failureIn } from './errors.ts'
import { platformName } from './name.ts'
import { createTokenKeeper } from './oauth.ts'
import type { TokenKeeper } from './oauth.ts'
import { EnvelopeWire } from './wire.ts'
import type { Envelope } from './wire.ts'

export type Fields = Record<string, unknown>

export interface CallOptions extends PlainCallOptions {
  timeoutMs?: number
}

/** A change of single fields, after RFC 6902. */
export interface Operation {
  op: 'add' | 'remove'
  path: string
  value?: unknown
}

type Body = { json: Fields } | { patch: Operation[] } | { form: Record<string, string>; file: FilePart | null } | null

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  body: Body
}

interface Answer {
  body: unknown
  /** null: not even an envelope. */
  envelope: Envelope | null
}

/** Calls with a token that is good, at a rate that is allowed; failures are thrown, sorted. */
export interface Transport {
  call(request: Request, options: CallOptions): Promise<Answer>
  scopes(): string[]
  renewedAt(): Date | null
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Transport
  close(): Promise<void>
}

/** What all who call with the same token share. */
interface Shared {
  http: PlatformHttp
  tokens: TokenKeeper
  rate: Gate
}

export function createTransport(credentials: Record<string, string>, surroundings: Surroundings): Transport {
  const http = createPlatformHttp(platformName, surroundings.timeoutMs, surroundings.onWrite)
  const tokens = createTokenKeeper(credentials, surroundings, http)
  // The platform allows 10 calls a second on average for one token, and does not say over what time.
  return transportOver({ http, tokens, rate: createAverageGate(9.7, 50) }, surroundings, null)
}

function transportOver(shared: Shared, surroundings: Surroundings, caller: AbortSignal | null): Transport {
  const { http, tokens, rate } = shared
  const { pacer } = surroundings

  async function answerTo(request: Request, options: CallOptions): Promise<OutboundAnswer> {
    let token = await tokens.current()
    for (let attempt = 1; ; attempt++) {
      await waitForAllowance(platformName, pacer, options, [rate])
      const answer = await send(http, request, token, options)
      if (attempt > 1) return answer
      // Nothing has happened: the token has ended, which it does every hour.
      if (answer.status === 401) token = (await tokens.renewed(token)) ?? token
      // Known to come and go.
      else if (answer.status !== 403 || request.method !== 'GET') return answer
    }
  }

  return {
    async call(request, asked) {
      const isWrite = request.method !== 'GET'
      const options = endingWith(asked, caller, isWrite)
      const { status, headers, text } = await answerTo(request, options)
      const body = parseJsonOrNull(text)
      const envelope = EnvelopeWire.safeParse(body).data ?? null
      const failure = failureIn({ status, isWrite, retryAfter: headers['retry-after'] }, envelope)
      if (failure?.kind === 'throttled') {
        const usage = { usagePercent: 0, blockedForMs: failure.retryAfterMs, reason: `code ${failure.code}` }
        pacer.report(options.accountId, usage)
      }
      if (failure) throw new PlatformError(failure)
      return { body, envelope }
    },
    scopes: () => tokens.scopes(),
    renewedAt: () => tokens.renewedAt(),
    until: (signal) => transportOver(shared, surroundings, signal),
    close: () => http.close(),
  }
}

function send(http: PlatformHttp, request: Request, token: string, options: CallOptions): Promise<OutboundAnswer> {
  const { headers, body } = encodeBody(request.body)
  return http.request({
    method: request.method,
    url: request.url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
    isWrite: request.method !== 'GET',
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    sendBefore: options.sendBefore,
  })
}

function encodeBody(body: Body): Pick<OutboundRequest, 'headers' | 'body'> {
  if (body === null) return { headers: {}, body: undefined }
  if ('json' in body) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body.json) }
  if ('patch' in body)
    return { headers: { 'content-type': 'application/json-patch+json' }, body: JSON.stringify(body.patch) }
  return body.file ? multipart(new URLSearchParams(body.form), body.file) : formWithoutFile(body.form)
}

function formWithoutFile(fields: Record<string, string>) {
  const boundary = 'flightdeck-fields'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}
