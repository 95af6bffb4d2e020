import { z } from 'zod'
import { httpUrl, pathIn, port } from './address.ts'
import { ConfigError } from './error.ts'

/** How agents sign in, and where they find us. */
export const agentSettings = {
  AGENT_URL: {
    default: 'PUBLIC_URL',
    about: 'address under which agents reach `/mcp` and its sign-in, where it is another one, such as that of a tunnel',
  },
  AGENT_PORT: {
    default: 'none',
    about: 'port that answers agents alone (`/mcp`, its sign-in and nothing else): all that a tunnel need lead to',
  },
  AGENT_REGISTRATION: {
    default: 'on',
    about: 'on: assistants may register themselves, which most do; off: those with a document and of AGENT_CLIENTS',
  },
  AGENT_CLIENTS: {
    default: 'none',
    about: 'assistants known beforehand: a client id and where it may return to, by space; several by semicolon',
  },
  AGENT_TOKEN_HOURS: { default: '24', about: 'how long an access token of an assistant is good for, 1 to 720' },
} as const

export const agentEnvironment = {
  AGENT_URL: httpUrl.refine((url) => !/[?#]/.test(url), 'must be an address without ? and #').optional(),
  AGENT_PORT: port.optional(),
  AGENT_REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  AGENT_CLIENTS: z.string().default(''),
  AGENT_TOKEN_HOURS: z.coerce
    .number('must be a number of hours')
    .int('must be a whole number of hours')
    .min(1, 'must be at least 1')
    .max(720, 'must be at most 720')
    .default(24),
}

interface AgentClient {
  clientId: string
  redirectUris: string[]
}

export interface AgentsConfig {
  /** null: where everybody finds us. */
  url: string | null
  /** null: there is no port for agents alone. */
  port: number | null
  registration: boolean
  clients: AgentClient[]
  tokenHours: number
}

type Environment = z.output<z.ZodObject<typeof agentEnvironment>>

export function readAgents(env: Environment & { BASE_PATH?: string }): AgentsConfig {
  const { AGENT_URL: url, BASE_PATH: basePath = '' } = env
  if (url !== undefined && pathIn(url) !== basePath) {
    const wanted = `${new URL(url).origin}${basePath}`
    throw new ConfigError(`Wrong setting. AGENT_URL and BASE_PATH must agree: AGENT_URL would be ${wanted}.`)
  }
  return {
    url: url === undefined ? null : new URL(url).href.replace(/\/+$/, ''),
    port: env.AGENT_PORT ?? null,
    registration: env.AGENT_REGISTRATION === 'on',
    clients: env.AGENT_CLIENTS.split(';').flatMap((text) => (text.trim() === '' ? [] : [agentClient(text.trim())])),
    tokenHours: env.AGENT_TOKEN_HOURS,
  }
}

function agentClient(text: string): AgentClient {
  const [clientId = '', ...redirectUris] = text.split(/\s+/)
  const isUsual = /^[A-Za-z0-9._~-]{1,200}$/.test(clientId) && redirectUris.length > 0
  if (isUsual && redirectUris.every((each) => URL.canParse(each))) return { clientId, redirectUris }
  throw new ConfigError(`Wrong setting. AGENT_CLIENTS: "${text}" is no client id with the addresses it returns to.`)
}
