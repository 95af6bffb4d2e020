import { agentUrlAs } from '../../core/assistants/deps.ts'
import type { AssistantDeps } from '../../core/assistants/deps.ts'
import { isOnDevice } from '../../core/assistants/clients/redirects.ts'
import { addressForPeople } from '../../core/people/address.ts'
import { assistantScopes } from '../../core/assistants/rights.ts'

/** Whether tokens may travel: sealed, or not at all beyond this machine. */
export function mayGiveTokens({ publicUrl, agentUrl }: Pick<AssistantDeps, 'publicUrl' | 'agentUrl'>): boolean {
  return [publicUrl(), agentUrl()].every((url) => url.startsWith('https:') || isOnDevice(url))
}

/** Where agents are let in, and who gives out what lets them in (RFC 9728). First they ask to read. */
export function resourceMetadata(deps: AssistantDeps, host: string | undefined): object {
  const issuer = agentUrlAs(deps, host)
  return {
    resource: `${issuer}/mcp`,
    resource_name: 'Flightdeck',
    ...(mayGiveTokens(deps) ? { authorization_servers: [issuer] } : {}),
    bearer_methods_supported: ['header'],
    scopes_supported: ['read'],
    resource_documentation: `${deps.publicUrl()}/docs`,
  }
}

/** What gives them out (RFC 8414). The page on which a person consents is where people are signed in. */
export function serverMetadata(deps: AssistantDeps, host: string | undefined): object {
  const issuer = agentUrlAs(deps, host)
  return {
    issuer,
    authorization_endpoint: `${addressForPeople(deps.publicUrl())}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    ...(deps.config.agents.registration ? { registration_endpoint: `${issuer}/oauth/register` } : {}),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: assistantScopes,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${deps.publicUrl()}/docs`,
  }
}
