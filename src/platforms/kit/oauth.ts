import type { Surroundings } from '../contract/platform.ts'
import type { KeptToken } from '../contract/tokens.ts'
import { parseJsonOrNull } from './http/call.ts'
import type { PlatformHttp } from './http/http.ts'

interface TokenRequest {
  url: string
  /** As JSON: where a platform wants its questions so. */
  fields: Record<string, string | boolean>
  as?: 'form' | 'json'
  headers?: Record<string, string>
  /** Whether a second one like it does not do the same: then an answer that was lost is `unknown`. */
  isWrite?: boolean
}

export interface TokenAnswer {
  status: number
  text: string
  /** null: it is no JSON. */
  body: unknown
}

/** Tokens are short: an answer that is longer than this is none. */
const maxAnswerBytes = 1_000_000

/** Asks for a token, or about one. A second renewal mostly gives a second token only, so nothing is written. */
export async function askForToken(http: PlatformHttp, request: TokenRequest): Promise<TokenAnswer> {
  const { url, fields, as = 'form', headers, isWrite = false } = request
  const form = () => {
    const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
    return new URLSearchParams(texts).toString()
  }
  const { status, text } = await http.request({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded' },
    body: as === 'json' ? JSON.stringify(fields) : form(),
    isWrite,
    maxBytes: maxAnswerBytes,
  })
  return { status, text, body: parseJsonOrNull(text) }
}

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

export function scopesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** Many calls may be refused at once: one of them renews, the others wait for it. */
export function onceAtATime<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let running: Promise<T> | null = null
  return (...args) => (running ??= work(...args).finally(() => (running = null)))
}

interface Renewing {
  /** How long before its end a token is renewed. */
  renewBeforeMs: number
  ask: () => Promise<KeptToken>
  /** Called after a token of our own was kept, when the row is free again. */
  afterwards?: () => Promise<void>
}

/** The token that all processes share, renewed by one of them. */
export function createSharedRenewal({ now, sharedToken }: Surroundings, { renewBeforeMs, ask, afterwards }: Renewing) {
  let held: KeptToken | null = null
  const isGood = ({ endsAt }: KeptToken) => Date.parse(endsAt) - now().getTime() > renewBeforeMs

  /** Somebody else, in this process or another, may have renewed it already: then theirs is taken. */
  const obtain = onceAtATime(async (refused: string | null): Promise<string> => {
    let isOurs = false
    const renew = (kept: KeptToken | null) => {
      if (kept && kept.accessToken !== refused && isGood(kept)) return Promise.resolve(kept)
      isOurs = true
      return ask()
    }
    held = sharedToken ? await sharedToken.renew(renew) : await renew(null)
    if (isOurs) await afterwards?.()
    return held.accessToken
  })

  return {
    held: () => held,
    current: async (): Promise<string> => (held && isGood(held) ? held.accessToken : obtain(null)),
    /** A token other than the refused one. */
    renewed: async (refused: string): Promise<string> =>
      held && held.accessToken !== refused ? held.accessToken : obtain(refused),
  }
}

/** When tokens end. The credentials hold it as texts beside them, for whoever uses them next. */
export interface TokenTimes {
  accessTokenEndsAt: Date | null
  refreshTokenEndsAt: Date | null
  renewedAt: Date | null
}

export function timesIn(credentials: Record<string, string>): TokenTimes {
  const { accessTokenEndsAt, refreshTokenEndsAt, renewedAt } = credentials
  return {
    accessTokenEndsAt: timeIn(accessTokenEndsAt),
    refreshTokenEndsAt: timeIn(refreshTokenEndsAt),
    renewedAt: timeIn(renewedAt),
  }
}

/** Only the times that are known: what was known before stays. */
export function timesAsText(times: Partial<TokenTimes>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).flatMap(([name, time]) => (time ? [[name, time.toISOString()]] : [])))
}

function timeIn(text: string | undefined): Date | null {
  return text === undefined || Number.isNaN(Date.parse(text)) ? null : new Date(text)
}

/** Clients that must say who they are in the header say it so. */
export function basicAuth(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}
