import { PlatformError } from '../../../errors.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { AskToken, RenewToken } from '../../contract/tokens.ts'
import { parseJsonOrNull } from '../http/call.ts'
import type { PlatformHttp } from '../http/http.ts'

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
function onceAtATime<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let running: Promise<T> | null = null
  return (...args) => (running ??= work(...args).finally(() => (running = null)))
}

interface Renewing {
  /** How long before its end another one is asked for. */
  renewBeforeMs: number
  /** Whether these credentials hold what it takes. */
  isPossible: (credentials: Record<string, string>) => boolean
  ask: AskToken
}

interface HeldToken {
  accessToken: string
  /** null: nobody knows. */
  endsAt: Date | null
}

/** So long after a renewal that failed a token that has not ended yet is used as it is. */
const restMs = 60_000

/** The token of one session, had anew before it ends and when it is refused. */
export function createTokenRenewal(
  given: Record<string, string>,
  { now, renew = renewAlone(given) }: Surroundings,
  { renewBeforeMs, isPossible, ask }: Renewing,
) {
  let credentials = given
  let held = heldIn(given)
  let scopes: string[] = []
  let restsUntil = 0
  const leftOf = ({ endsAt }: HeldToken) => (endsAt ? endsAt.getTime() - now().getTime() : Infinity)

  const obtain = onceAtATime(async (isRefused: boolean): Promise<string> => {
    const fresh = await renew({ accessToken: held?.accessToken ?? null, isRefused }, ask)
    credentials = fresh.credentials
    if (fresh.scopes.length > 0) scopes = fresh.scopes
    const { token } = fresh
    held = token ? { accessToken: token.accessToken, endsAt: new Date(token.endsAt) } : heldIn(credentials)
    return held?.accessToken ?? ''
  })

  /** A token that still opens the platform is used when there is no other yet. */
  async function obtainAhead(alive: HeldToken): Promise<string> {
    if (now().getTime() < restsUntil) return alive.accessToken
    try {
      return await obtain(false)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      restsUntil = now().getTime() + restMs
      return alive.accessToken
    }
  }

  return {
    current: async (): Promise<string> => {
      if (held && (leftOf(held) > renewBeforeMs || !isPossible(credentials))) return held.accessToken
      return held && leftOf(held) > 0 ? obtainAhead(held) : obtain(false)
    },
    /** A token other than the refused one; null: there is no way to one. */
    renewed: async (refused: string): Promise<string | null> => {
      if (held && held.accessToken !== refused) return held.accessToken
      return isPossible(credentials) ? obtain(true) : null
    },
    held: () => held,
    canRenew: () => isPossible(credentials),
    scopes: () => scopes,
    times: () => timesIn(credentials),
  }
}

/** For credentials that are stored nowhere (yet). `tell` hears of those that the platform replaced. */
export function renewAlone(
  given: Record<string, string>,
  onCredentials?: (credentials: Record<string, string>) => void,
): RenewToken {
  let credentials = given
  return async (_inHand, ask) => {
    const fresh = await ask(credentials)
    if (JSON.stringify(fresh.credentials) !== JSON.stringify(credentials)) {
      credentials = fresh.credentials
      onCredentials?.(credentials)
    }
    return fresh
  }
}

function heldIn(credentials: Record<string, string>): HeldToken | null {
  const { accessToken } = credentials
  return accessToken ? { accessToken, endsAt: timesIn(credentials).accessTokenEndsAt } : null
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
