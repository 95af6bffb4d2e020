import { registerClient } from '../../core/assistants/clients/registered.ts'
import type { AssistantDeps } from '../../core/assistants/deps.ts'
import { SignInProblem } from '../../core/assistants/problem.ts'
import { issueTokens, revokeToken } from '../../core/assistants/tokens/issue.ts'
import { mayGiveTokens, resourceMetadata, serverMetadata } from './metadata.ts'

/** What a program asks of the sign-in. */
export interface SignInRequest {
  /** The last word of its path. */
  what: 'register' | 'token' | 'revoke' | 'resource' | 'server'
  body: unknown
  address: string
  /** By which name we were called. */
  host: string | undefined
  /** By the header Authorization: clients here have no secret. */
  hasOwnSecret: boolean
}

export interface SignInAnswer {
  status: number
  value: object
  headers?: Record<string, string>
}

/** Answers programs; people are asked in the dashboard. */
export async function answerSignIn(deps: AssistantDeps, request: SignInRequest): Promise<SignInAnswer> {
  if (request.what === 'resource') return { status: 200, value: resourceMetadata(deps, request.host) }
  try {
    requireSealed(deps)
    if (request.what === 'server') return { status: 200, value: serverMetadata(deps, request.host) }
    if (request.what === 'register') return await register(deps, request)
    const given = formOf(request)
    if (request.what === 'token') return { status: 200, value: await issueTokens(deps, given) }
    await revokeToken(deps, given)
    return { status: 200, value: {} }
  } catch (error) {
    if (!(error instanceof SignInProblem)) throw error
    return refusal(error)
  }
}

function requireSealed(deps: AssistantDeps): void {
  if (mayGiveTokens(deps)) return
  const text = 'Assistants sign in over HTTPS alone: set PUBLIC_URL, and AGENT_URL where agents use another address.'
  throw new SignInProblem('access_denied', text)
}

async function register(deps: AssistantDeps, { body, address }: SignInRequest): Promise<SignInAnswer> {
  const { clientId, name, redirectUris } = await registerClient(deps, body, address)
  return {
    status: 201,
    value: {
      client_id: clientId,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  }
}

function formOf({ body, hasOwnSecret }: SignInRequest): URLSearchParams {
  if (!(body instanceof URLSearchParams))
    throw new SignInProblem('invalid_request', 'Send the body as application/x-www-form-urlencoded.')
  if (hasOwnSecret || body.has('client_secret'))
    throw new SignInProblem('invalid_client', 'Clients have no secret here: send client_id in the body and no more.')
  if (!body.has('client_id') && !body.has('token')) throw new SignInProblem('invalid_request', 'client_id is missing.')
  return body
}

function refusal({ code, message, retrySeconds }: SignInProblem): SignInAnswer {
  const status = code === 'temporarily_unavailable' ? 429 : code === 'access_denied' ? 403 : 400
  const value = { error: code, error_description: message }
  return retrySeconds === null ? { status, value } : { status, value, headers: { 'retry-after': String(retrySeconds) } }
}
