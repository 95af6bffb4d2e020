import type { AssistantClient } from '../clients/client.ts'
import { findClient } from '../clients/find.ts'
import { isNamedRedirect } from '../clients/redirects.ts'
import { askedAs, resourceOf } from '../deps.ts'
import type { AssistantDeps } from '../deps.ts'
import { SignInProblem } from '../problem.ts'
import type { SignInCode } from '../problem.ts'
import { scopesIn } from '../rights.ts'
import type { AssistantScope } from '../rights.ts'

/** What an assistant asks a person for, looked at and found in order. */
export interface ConsentRequest {
  client: AssistantClient
  redirectUri: string
  scopes: AssistantScope[]
  codeChallenge: string
  state: string | null
  /** By which of our names it knows us. */
  issuer: string
}

/** What stands against it; where somebody can be sent back with that, and null where they must not be. */
interface RefusedRequest {
  problem: { code: SignInCode; message: string; returnTo: string | null }
}

const maxQueryLength = 8_000
const maxStateLength = 4_000
const onlyOnce = [
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method'],
]

/** Reads what stands behind the question mark of the authorize address. */
export async function readRequest(deps: AssistantDeps, query: string): Promise<ConsentRequest | RefusedRequest> {
  const asked = new URLSearchParams(query)
  let redirectUri: string | null = null
  try {
    const client = await clientOf(deps, asked)
    redirectUri = redirectOf(client, asked)
    return { client, redirectUri, state: asked.get('state'), ...wishOf(deps, asked) }
  } catch (error) {
    if (!(error instanceof SignInProblem)) throw error
    const { code, message } = error
    const state = asked.get('state')
    // Before client and address are known to belong together, nobody is sent anywhere.
    const issuer = askedAs(deps, asked.getAll('resource')) ?? deps.agentUrl()
    const returnTo = redirectUri === null ? null : answerAddress({ redirectUri, state, issuer }, { error: code })
    return { problem: { code, message, returnTo } }
  }
}

async function clientOf(deps: AssistantDeps, asked: URLSearchParams): Promise<AssistantClient> {
  if (asked.toString().length > maxQueryLength) throw invalid('There is more in this address than any assistant sends.')
  const twice = onlyOnce.find((name) => asked.getAll(name).length > 1)
  if (twice) throw invalid(`${twice} stands in it more than once.`)
  const clientId = asked.get('client_id')
  if (!clientId || clientId.length > 500) throw invalid('It does not say which assistant asks (client_id).')
  return findClient(deps, clientId)
}

function redirectOf({ redirectUris, name }: AssistantClient, asked: URLSearchParams): string {
  const given = asked.get('redirect_uri')
  const address = given ?? (redirectUris.length === 1 ? redirectUris[0] : undefined)
  if (address === undefined) throw invalid('It does not say where you are to be sent back (redirect_uri).')
  if (!isNamedRedirect(redirectUris, address))
    throw invalid(`It would send you back to an address that ${name} has not named (redirect_uri).`)
  return address
}

function wishOf(
  deps: AssistantDeps,
  asked: URLSearchParams,
): Pick<ConsentRequest, 'scopes' | 'codeChallenge' | 'issuer'> {
  if (asked.get('response_type') !== 'code')
    throw new SignInProblem('unsupported_response_type', 'response_type must be code.')
  if ((asked.get('state') ?? '').length > maxStateLength) throw invalid('state is too long.')
  const codeChallenge = asked.get('code_challenge') ?? ''
  // A challenge of S256 is 32 bytes in base64url.
  if (asked.get('code_challenge_method') !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(codeChallenge))
    throw invalid('PKCE is needed: code_challenge, with code_challenge_method S256.')
  const issuer = requireOwnResource(deps, asked.getAll('resource'))
  return { scopes: scopesIn(asked.get('scope') ?? ''), codeChallenge, issuer }
}

/** Tokens are for /mcp here and for nothing else; who does not say for what gets them for that. Answers by which of our names. */
export function requireOwnResource(deps: Pick<AssistantDeps, 'agentUrl'>, named: readonly string[]): string {
  const asked = askedAs(deps, named)
  if (asked !== null) return asked
  throw new SignInProblem('invalid_target', `resource must be ${resourceOf(deps)}: no other one is let in here.`)
}

/** Where the browser goes with the answer. Who answers stands in it: an answer of one service is not taken for another's. */
export function answerAddress(
  { redirectUri, state, issuer: iss }: Pick<ConsentRequest, 'redirectUri' | 'state' | 'issuer'>,
  answer: { code: string } | { error: SignInCode },
): string {
  const said = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${said.toString()}`
}

function invalid(message: string): SignInProblem {
  return new SignInProblem('invalid_request', message)
}
