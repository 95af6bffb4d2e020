import type { AgentsConfig } from '../../config/agents.ts'
import type { Db } from '../../db/connect.ts'
import type { ClientDocuments } from './clients/documents.ts'
import { isOnDevice } from './clients/redirects.ts'

/** What signing assistants in needs. */
export interface AssistantDeps {
  db: Db
  config: { agents: AgentsConfig }
  clientDocuments: ClientDocuments
  /** Where people find us; known once we listen. */
  publicUrl: () => string
  /** Where agents find us: whose tokens we give out. */
  agentUrl: () => string
}

type Found = Pick<AssistantDeps, 'agentUrl'>

/** What tokens are for: nothing else takes them. */
export function resourceOf({ agentUrl }: Found): string {
  return `${agentUrl()}/mcp`
}

/** Where an agent finds us by this name. A machine itself has several (localhost, 127.0.0.1), and an agent holds us to the one it was given. */
export function agentUrlAs({ agentUrl }: Found, host: string | undefined): string {
  const own = new URL(agentUrl())
  const asked = URL.parse(`http://${host ?? ''}`)
  if (!asked || !isOnDevice(own.href) || !isOnDevice(asked.href) || asked.port !== own.port) return agentUrl()
  own.hostname = asked.hostname
  return own.href.replace(/\/+$/, '')
}

/** By which of our names an agent asks to be let in somewhere; null: it is not us. Who does not say means us. */
export function askedAs(deps: Found, resources: readonly string[]): string | null {
  const [first, ...others] = resources.map((each) => nameIn(deps, each))
  if (first === undefined) return deps.agentUrl()
  return others.every((each) => each === first) ? first : null
}

function nameIn(deps: Found, resource: string): string | null {
  const url = agentUrlAs(deps, URL.parse(resource)?.host)
  return [`${url}/mcp`, `${url}/mcp/`, url, `${url}/`].includes(resource) ? url : null
}
