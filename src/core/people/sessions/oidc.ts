import type { Configuration } from 'openid-client'
import type { OidcConfig } from '../../../config/oidc.ts'
import { AppError } from '../../../errors.ts'
import { oidcProblem } from './oidc-problem.ts'
import { makeQuestion, noteAnswer, readQuestion } from './questions.ts'
import type { ExpectedAnswer, QuestionDeps } from './questions.ts'
import type { Seal } from '../../secrets/seal.ts'

const library = () => import('openid-client')

/** Signing in at the company's own identity provider. */
export interface Oidc {
  /** Where the browser goes; the token comes back in its cookie. */
  begin(seal: Seal, callback: string, wish?: OidcWish): Promise<{ address: string; token: string }>
  /** Who came back. */
  end(deps: QuestionDeps, token: string, comesBackAt: string): Promise<Returned>
}

/** What somebody goes to the provider for, other than to sign in wherever they belong. */
interface OidcWish {
  /** Slug of the company to sign in to. */
  company?: string
  /** The session whose person shows again that it is them: the provider is to ask them anew. */
  stepUp?: { sessionId: number; userId: number }
}

interface Returned extends OidcWish {
  /** The e-mail address that the provider has confirmed. */
  email: string
  /** When they last signed in there; null: the provider does not say. */
  provenAt: Date | null
}

/** Clocks of two machines may differ by so much. */
const clocksDifferMs = 60_000

export function createOidc({ issuer, clientId, clientSecret }: OidcConfig): Oidc {
  let found: Promise<Configuration> | null = null
  // ExpectedAnswer of the provider at the first sign-in, and again after a failure.
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
    async begin(seal, callback, wish = {}) {
      const provider = await discover()
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await library()
      const verifier = randomPKCECodeVerifier()
      const nonce = randomNonce()
      const token = makeQuestion(seal, 'oidc', { verifier, nonce, ...keptOf(wish) }).toString('base64url')
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: callback,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: token,
        nonce,
        ...(wish.stepUp ? { max_age: '0' } : {}),
      })
      return { address: address.href, token }
    },
    async end(deps, token, comesBackAt) {
      const asked = readQuestion(deps.seal, 'oidc', token)
      if (!asked) throw oidcProblem('not-begun', notBegun)
      const provider = await discover()
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(provider, new URL(comesBackAt), {
        pkceCodeVerifier: asked.verifier,
        expectedNonce: asked.nonce,
        expectedState: token,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        throw oidcProblem(
          'not-confirmed',
          `The identity provider did not confirm the sign-in: ${(error as Error).message}`,
        )
      })
      if (!(await noteAnswer(deps, 'oidc', token))) throw oidcProblem('not-begun', notBegun)
      return returned(tokens.claims(), asked)
    },
  }
}

/** Whether this is the way back of a sign-in that was begun here. */
export function isOurQuestion(seal: Seal, token: string): boolean {
  return readQuestion(seal, 'oidc', token) !== null
}

const notBegun = 'This sign-in was not begun here, was used before, or took too long. Begin again.'

/** What the way back is held against. */
function keptOf({ company, stepUp }: OidcWish): ExpectedAnswer {
  return {
    begunAt: String(Date.now()),
    ...(company === undefined ? {} : { company }),
    ...(stepUp ? { sessionId: String(stepUp.sessionId), userId: String(stepUp.userId) } : {}),
  }
}

function returned(
  claims: Record<string, unknown> | undefined,
  { company, sessionId, userId, begunAt }: ExpectedAnswer,
): Returned {
  const email = confirmedEmail(claims)
  const provenAt = provenTime(claims?.auth_time)
  if (sessionId === undefined || userId === undefined) return { email, provenAt, ...(company ? { company } : {}) }
  if (provenAt === null || provenAt.getTime() < Number(begunAt) - clocksDifferMs) {
    const text = 'The identity provider did not ask you to sign in again (it answers no newer auth_time to max_age=0).'
    throw oidcProblem('not-anew', `${text} Use another way.`)
  }
  return { email, provenAt, stepUp: { sessionId: Number(sessionId), userId: Number(userId) } }
}

/** An address that the provider does not expressly call confirmed may be anybody's: some let people type in what they like. */
function confirmedEmail(claims: Record<string, unknown> | undefined): string {
  const email = claims?.email
  if (typeof email !== 'string') throw oidcProblem('no-address', 'The identity provider names no e-mail address.')
  // Some letters of other scripts become plain ones in lower case: they would make one address look like another.
  if (!/^[!-~]+$/.test(email))
    throw oidcProblem(
      'no-address',
      'The address that the identity provider names has letters that no address here has.',
    )
  if (claims?.email_verified === true) return email
  const text = `The identity provider does not say that ${email} is confirmed: the claim email_verified has to be true.`
  throw oidcProblem('address-not-confirmed', text)
}

/** A time that is still to come proves nothing. */
function provenTime(seconds: unknown): Date | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  const time = seconds * 1000
  return time > Date.now() + clocksDifferMs ? null : new Date(Math.min(time, Date.now()))
}
