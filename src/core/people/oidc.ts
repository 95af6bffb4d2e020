import type { Configuration } from 'openid-client'
import type { OidcConfig } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import { ask, takeQuestion } from './questions.ts'
import { makeToken } from './token.ts'

const library = () => import('openid-client')

/** Signing in at the company's own identity provider. */
export interface Oidc {
  /** Where the browser goes; the token comes back in its cookie. */
  begin(db: Db, callback: string): Promise<{ address: string; token: string }>
  /** The confirmed e-mail address of whoever came back. */
  end(db: Db, token: string, comesBackAt: string): Promise<string>
}

export function createOidc({ issuer, clientId, clientSecret }: OidcConfig): Oidc {
  let found: Promise<Configuration> | null = null
  // Asked of the provider at the first sign-in, and again after a failure.
  const discover = () =>
    (found ??= open().catch((error: unknown) => {
      found = null
      throw new AppError(
        'service_unavailable',
        `The identity provider cannot be reached: ${String((error as Error).message)}`,
      )
    }))

  async function open(): Promise<Configuration> {
    const { discovery, allowInsecureRequests } = await library()
    const address = new URL(issuer)
    const options = address.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}
    return discovery(address, clientId, clientSecret, undefined, options)
  }

  return {
    async begin(db, callback) {
      const provider = await discover()
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await library()
      const token = makeToken()
      const verifier = randomPKCECodeVerifier()
      const nonce = randomNonce()
      await ask(db, { kind: 'oidc', token, answer: { verifier, nonce } })
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: callback,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: token,
        nonce,
      })
      return { address: address.href, token }
    },
    async end(db, token, comesBackAt) {
      const asked = await takeQuestion(db, 'oidc', token)
      if (!asked) throw new AppError('unauthorized', 'This sign-in was not begun here, or took too long. Begin again.')
      const provider = await discover()
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(provider, new URL(comesBackAt), {
        pkceCodeVerifier: asked.answer.verifier,
        expectedNonce: asked.answer.nonce,
        expectedState: token,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        throw new AppError(
          'unauthorized',
          `The identity provider did not confirm the sign-in: ${(error as Error).message}`,
        )
      })
      return confirmedEmail(tokens.claims())
    },
  }
}

function confirmedEmail(claims: Record<string, unknown> | undefined): string {
  const email = claims?.email
  if (typeof email === 'string' && claims?.email_verified !== false) return email
  throw new AppError('unauthorized', 'The identity provider names no confirmed e-mail address.')
}
