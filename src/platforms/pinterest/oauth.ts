import { onceAtATime, timesIn } from '../kit/oauth.ts'
import type { PlatformHttp } from '../kit/http/http.ts'
import type { Surroundings } from '../contract/platform.ts'
import { PlatformError } from '../../errors.ts'
import { canRenew, renewGrant } from './grant.ts'

/** The token that opens the platform, renewed before it ends and when it is refused. */
export interface TokenKeeper {
  current(): Promise<string>
  /** A token other than the refused one, or null when there is no way to get one. */
  renewed(refused: string): Promise<string | null>
  /** When the connection ends, as far as it is known: only a renewal tells. */
  endsAt(): Date | null
  renewedAt(): Date | null
  canRenew(): boolean
  scopes(): string[]
}

const renewBeforeMs = 5 * 60_000

export function createTokenKeeper(
  given: Record<string, string>,
  { baseUrl, now, keepCredentials }: Surroundings,
  http: PlatformHttp,
  apiVersion: string,
): TokenKeeper {
  let credentials = given
  let scopes: string[] = []
  const times = () => timesIn(credentials)
  const url = `${baseUrl}/${apiVersion}/oauth/token`

  const renewOnce = onceAtATime(async (): Promise<boolean> => {
    if (!canRenew(credentials)) return false
    const grant = await renewGrant(http, { url, credentials, now }).catch(nullIfRefused)
    if (!grant) return false
    credentials = grant.credentials
    scopes = grant.scopes
    // The token in hand works even if it cannot be kept; the next renewal tries again.
    await keepCredentials?.(credentials, grant.expiresAt).catch(() => undefined)
    return true
  })

  return {
    async current() {
      const { accessTokenEndsAt: endsAt } = times()
      if (endsAt && endsAt.getTime() - now().getTime() < renewBeforeMs) await renewOnce()
      return credentials.accessToken ?? ''
    },
    async renewed(refused) {
      if (credentials.accessToken !== refused) return credentials.accessToken ?? ''
      return (await renewOnce()) ? (credentials.accessToken ?? '') : null
    },
    /** What can be renewed ends with its refresh token, anything else with its access token. */
    endsAt: () => (canRenew(credentials) ? times().refreshTokenEndsAt : times().accessTokenEndsAt),
    renewedAt: () => times().renewedAt,
    canRenew: () => canRenew(credentials),
    scopes: () => scopes,
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'auth') return null
  throw error
}
