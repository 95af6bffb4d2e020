import { z } from 'zod'
import { PlatformError } from '../../errors.ts'
import type { KeptToken, Surroundings } from '../contract/platform.ts'
import { parseJsonOrNull } from './http/call.ts'
import type { PlatformHttp } from './http/http.ts'

const TokenErrorWire = z.object({ error: z.string(), error_description: z.string().optional() })

interface TokenRequest {
  url: string
  form: Record<string, string>
  headers?: Record<string, string>
}

/** Asks for a token, or about one. A second renewal only gives a second token, so nothing is written. */
export async function askForToken(http: PlatformHttp, { url, form, headers }: TokenRequest) {
  const { status, text } = await http.request({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    isWrite: false,
  })
  return { status, body: parseJsonOrNull(text) }
}

/** `hint`: what whoever made the connection can do about it. */
export function noToken({ status, body }: { status: number; body: unknown }, platform: string, hint: string) {
  const told = TokenErrorWire.safeParse(body).data
  const isTheirs = status >= 500 || status === 429 || status < 400
  const why = told ? (told.error_description ?? told.error) : `HTTP ${status}`
  return new PlatformError({
    platform,
    kind: isTheirs ? 'transient' : 'auth',
    code: told ? told.error : status,
    message: `No access token was given out: ${why}`,
    hint: isTheirs ? undefined : hint,
  })
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
