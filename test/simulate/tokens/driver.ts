import { PlatformError } from '../../../src/errors.ts'
import type { LaunchVerbs } from '../../../src/platforms/contract/launch.ts'
import type { Platform, Session, Surroundings } from '../../../src/platforms/contract/platform.ts'
import type { Renewed } from '../../../src/platforms/contract/tokens.ts'
import { createTokenRenewal } from '../../../src/platforms/kit/oauth/oauth.ts'
import type { Network, Request } from '../network.ts'
import type { Issuer, Pair } from './issuer.ts'

export interface TokenPlatformParts {
  issuer: Issuer
  network: Network
  /** Whether the driver knows that what was asked with goes on to renew. */
  oldLives: boolean
  verbsOver: (network: Network) => LaunchVerbs
}

/** So long before its end a session has its token renewed, and the job does. */
const sessionBeforeMs = 2_000
const jobBeforeMs = 90_000

const accounts = [0, 1].map((index) => ({
  ...{ id: `account-${index}`, name: 'Account', currency: 'EUR', timeZone: 'UTC', status: 'active' as const },
}))

export function credentialsOf({ accessToken, refreshToken, endsAt }: Pair): Record<string, string> {
  return { accessToken, refreshToken, accessTokenEndsAt: endsAt.toISOString() }
}

const renewedBy = (pair: Pair): Renewed => ({
  credentials: credentialsOf(pair),
  token: { accessToken: pair.accessToken, endsAt: pair.endsAt.toISOString() },
  ...{ expiresAt: null, renewableUntil: null, scopes: [] },
})

/** A platform that wants a token with every request, by the contract of drivers and with what drivers share. */
export function tokenPlatform({ issuer, network, oldLives, verbsOver }: TokenPlatformParts): Platform {
  const isPossible = ({ refreshToken }: Record<string, string>) => refreshToken !== undefined
  const ask = ({ refreshToken = '' }: Record<string, string>) =>
    network.send({
      ...{ what: `renew with ${refreshToken}`, isWrite: true, isPlain: true },
      apply: () => renewedBy(issuer.renew(refreshToken)),
    })

  function open(credentials: Record<string, string>, surroundings: Surroundings): Session {
    const renewal = createTokenRenewal(credentials, surroundings, { renewBeforeMs: sessionBeforeMs, isPossible, ask })
    const told = async <T>(call: () => Promise<T>): Promise<T> => {
      try {
        const answer = await call()
        surroundings.onCall?.('ok', 1)
        return answer
      } catch (error) {
        if (error instanceof PlatformError) surroundings.onCall?.(error.kind, 1)
        throw error
      }
    }
    async function send<T>(request: Request<T>): Promise<T> {
      const token = await renewal.current()
      try {
        return await told(() => network.send(withToken(issuer, request, token)))
      } catch (error) {
        if (!(error instanceof PlatformError) || error.kind !== 'auth') throw error
        const another = await renewal.renewed(token)
        if (another === null) throw error
        return told(() => network.send(withToken(issuer, request, another)))
      }
    }
    const listAccounts = async () =>
      send({ what: 'list accounts', isWrite: false, isPlain: true, apply: () => accounts })
    const check = async () => ({
      ...{ identity: '', scopes: [], missingScopes: [], expiresAt: null },
      accounts: await listAccounts(),
    })
    const launch = verbsOver({ ...network, send })
    return { launch, listAccounts, check }
  }

  const renewal = {
    ...{ beforeMs: jobBeforeMs, oldOneLives: oldLives, isPossible },
    renew: (_at: unknown, credentials: Record<string, string>) => ask(credentials),
  }
  const api = { address: 'https://simulated.test', version: '1' }
  return { name: 'simulated', title: 'Simulated', api, oauth: { renewal }, open } as unknown as Platform
}

/** The platform looks at the token when it takes the request up. */
function withToken<T>(issuer: Issuer, request: Request<T>, token: string): Request<T> {
  const { half } = request
  return {
    ...request,
    apply(isBeyond) {
      issuer.open(token)
      return request.apply(isBeyond)
    },
    ...(half
      ? {
          half() {
            issuer.open(token)
            half()
          },
        }
      : {}),
  }
}
