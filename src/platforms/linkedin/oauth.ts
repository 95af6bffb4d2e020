import { PlatformError } from '../../errors.ts'
import { parseJsonOrNull } from '../kit/http/call.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { KeptToken, Surroundings } from '../contract/platform.ts'
import { platformName } from './name.ts'
import { IntrospectionWire, TokenErrorWire, TokenWire } from './wire.ts'

export const apiAddress = 'https://api.linkedin.com'
const loginAddress = 'https://www.linkedin.com'

/** The token that opens the platform. It lives for 60 days; where there is a refresh token it is renewed before it ends. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one, or null when there is no way to get one. */
  renewed(refused: string): Promise<string | null>
  canRenew(): boolean
  renewedAt(): Date | null
  /** What the platform says about the token in use, to those who can prove whose app it is. */
  introspect(): Promise<TokenFacts | null>
}

interface TokenFacts {
  scopes: string[]
  endsAt: Date | null
}

/** Early enough that a renewal that fails can be repeated for days. */
const renewBeforeMs = 5 * 86_400_000

export function createTokenKeeper(
  credentials: Record<string, string>,
  surroundings: Surroundings,
  http: PlatformHttp,
): TokenKeeper {
  const { now, sharedToken, keepCredentials } = surroundings
  const login = createLogin(credentials, surroundings, http)
  const { accessToken: given = '' } = credentials
  let held: KeptToken | null = null
  let connectionEndsAt: Date | null = null
  let renewedAt: Date | null = null
  let renewing: Promise<string> | null = null

  const isGood = ({ endsAt }: KeptToken) => Date.parse(endsAt) - now().getTime() > renewBeforeMs

  async function ask(): Promise<KeptToken> {
    const { token, refreshEndsAt } = await login.renew()
    renewedAt = now()
    connectionEndsAt = refreshEndsAt
    return token
  }

  /** Somebody else, in this process or another, may have renewed it already: then theirs is taken. */
  async function obtain(refused: string | null): Promise<string> {
    const isUsable = (kept: KeptToken | null): kept is KeptToken =>
      kept !== null && kept.accessToken !== refused && isGood(kept)
    const renew = async (kept: KeptToken | null) => (isUsable(kept) ? kept : ask())
    const before = renewedAt
    held = sharedToken ? await sharedToken.renew(renew) : await renew(null)
    // Told when the row is free again. The token in hand works even if this cannot be kept.
    if (renewedAt !== before && connectionEndsAt)
      await keepCredentials?.(credentials, connectionEndsAt).catch(() => undefined)
    return held.accessToken
  }

  /** Many calls may be refused at once: one of them renews, the others wait for it. */
  function obtainOnce(refused: string | null): Promise<string> {
    renewing ??= obtain(refused).finally(() => (renewing = null))
    return renewing
  }

  return {
    async current() {
      if (held) return isGood(held) ? held.accessToken : obtainOnce(null)
      // Nobody knows when the given one ends; what all processes share is known.
      return login.canRenew && sharedToken ? obtainOnce(null) : given
    },
    async renewed(refused) {
      if (!login.canRenew) return null
      return held && held.accessToken !== refused ? held.accessToken : obtainOnce(refused)
    },
    canRenew: () => login.canRenew,
    renewedAt: () => renewedAt,
    async introspect() {
      const facts = await login.introspect(held?.accessToken ?? given)
      // What can be renewed ends with its refresh token.
      return facts && login.canRenew ? { ...facts, endsAt: connectionEndsAt } : facts
    },
  }
}

/** The addresses at which tokens are had and looked into, with the app's own secret. */
function createLogin(
  { refreshToken, clientId, clientSecret }: Record<string, string>,
  { baseUrl, now, isSandbox }: Surroundings,
  http: PlatformHttp,
) {
  const address = isSandbox || baseUrl !== apiAddress ? baseUrl : loginAddress
  const client = clientId && clientSecret ? { client_id: clientId, client_secret: clientSecret } : null

  async function post(path: string, form: Record<string, string>) {
    const answer = await http.request({
      method: 'POST',
      url: `${address}/oauth/v2/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      // A second renewal only gives a second token.
      isWrite: false,
    })
    return { status: answer.status, body: parseJsonOrNull(answer.text) }
  }

  return {
    canRenew: client !== null && refreshToken !== undefined,
    /** The refresh token stays the same, and its year goes on. */
    async renew(): Promise<{ token: KeptToken; refreshEndsAt: Date | null }> {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '', ...client }
      const { status, body } = await post('accessToken', form)
      const told = TokenWire.safeParse(body)
      if (status >= 400 || !told.success) throw noToken(status, body)
      const { access_token: accessToken, expires_in: life, refresh_token_expires_in: left } = told.data
      const after = (seconds: number) => new Date(now().getTime() + seconds * 1000)
      return {
        token: { accessToken, endsAt: after(life).toISOString() },
        refreshEndsAt: left === undefined ? null : after(left),
      }
    },
    async introspect(token: string): Promise<TokenFacts | null> {
      if (!client) return null
      const { status, body } = await post('introspectToken', { ...client, token })
      const told = IntrospectionWire.safeParse(body)
      if (status >= 400 || !told.success || !told.data.active) return null
      const { scope, expires_at: seconds } = told.data
      return {
        scopes: scope.split(/[\s,]+/).filter(Boolean),
        endsAt: seconds === undefined ? null : new Date(seconds * 1000),
      }
    },
  }
}

function noToken(status: number, body: unknown): PlatformError {
  const told = TokenErrorWire.safeParse(body)
  const isTheirs = status >= 500 || status === 429 || status < 400
  const why = told.success ? (told.data.error_description ?? told.data.error) : `HTTP ${status}`
  return new PlatformError({
    platform: platformName,
    kind: isTheirs ? 'transient' : 'auth',
    code: told.success ? told.data.error : status,
    message: `No access token was given out: ${why}`,
    hint: isTheirs
      ? undefined
      : 'The refresh token, clientId or clientSecret does not work: a refresh token lives for a year. Add them anew with: flightdeck connection add linkedin',
  })
}
