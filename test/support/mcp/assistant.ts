import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { OAuthClientProvider, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import type { TestApp } from '../harness.ts'
import type { Browser } from '../people/browser.ts'
import { agentOf } from './client.ts'
import type { Agent } from './client.ts'

type Fields = Record<string, unknown>

/** What a person decides when an assistant asks them. */
export interface Says {
  scopes?: string[]
  spends?: 'act' | 'ask'
  dailyLimit?: number
  currency?: string
  workspaceIds?: number[]
}

export interface Asks {
  digest: string
  name: string
  vouchedBy: string | null
  returnPlace: string
  refuseTo: string
  scopes: { scope: string; asked: boolean; had: boolean }[]
  before: {
    isSame: boolean
    id: number
    connected: boolean
    spends: string
    dailyLimit: { amount: number; currency: string } | null
  } | null
  mayAct: boolean
}

/** The page of consent, without the page: what it is told. */
export async function shown(person: Browser, query: string): Promise<{ problem: Fields | null; asks: Asks | null }> {
  const { status, body } = await person.call('POST', '/v1/assistants/requests', { body: { query } })
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as { problem: Fields | null; asks: Asks | null }
}

/** What a person does there. Answers where their browser goes. */
export async function consents(person: Browser, query: string, says: Says = {}): Promise<URL> {
  const { asks, problem } = await shown(person, query)
  assert.ok(asks, JSON.stringify(problem))
  const scopes = asks.scopes.filter(({ asked, had }) => asked || had).map(({ scope }) => scope)
  const limit = says.dailyLimit === undefined ? {} : { currency: 'USD' }
  const body = { query, digest: asks.digest, scopes, ...limit, ...says }
  const reply = await person.call('POST', '/v1/assistants', { body })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return new URL(String(reply.body.returnTo))
}

/** How a client is known, and where it returns to. */
export interface ClientSays {
  metadata?: Fields
  /** The address of its document; absent: it registers itself. */
  document?: string
  redirectUrl?: string
}

/** The official client, given nothing but an address; its person consents whenever it asks. */
export async function connectByAddress(
  test: Pick<TestApp, 'url'>,
  person: Browser,
  { metadata = {}, document, redirectUrl = 'http://localhost:3118/callback' }: ClientSays = {},
  says: Says = {},
): Promise<Agent & { asked: URL[]; provider: OAuthClientProvider; transport: StreamableHTTPClientTransport }> {
  const asked: URL[] = []
  let information: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let verifier = ''
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(document ? { clientMetadataUrl: document } : {}),
    clientMetadata: { client_name: 'Test', redirect_uris: [redirectUrl], ...metadata },
    state: () => randomBytes(8).toString('hex'),
    clientInformation: () => information,
    saveClientInformation: (known) => void (information = known),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (address) => void asked.push(address),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
  }
  const open = () => new StreamableHTTPClientTransport(new URL(`${test.url}/mcp`), { authProvider: provider })
  const begin = () =>
    new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const first = open()
  await assert.rejects(begin().connect(first), UnauthorizedError)
  const returned = await consents(person, asked.at(-1)!.search.slice(1), says)
  await first.finishAuth(returned.searchParams)
  const client = begin()
  const transport = open()
  await client.connect(transport)
  after(() => client.close())
  return { ...agentOf(client), asked, provider, transport }
}

/** A client by hand: what it says can be wrong in every way. */
export interface ByHand {
  clientId: string
  redirectUri: string
  verifier: string
  query: (changes?: Record<string, string | null>) => string
}

export async function post(url: string, form: Record<string, string> | [string, string][] | string, headers = {}) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body, redirect: 'manual' })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Fields }
}

export async function register(url: string, metadata: Fields) {
  const reply = await fetch(`${url}/oauth/register`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) },
  })
  return { status: reply.status, body: (await reply.json()) as Fields }
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** Registers itself, and can make a request. */
export async function byHand(
  url: string,
  { redirectUri = 'https://client.example/callback', name = 'By hand', clientId = '' } = {},
): Promise<ByHand> {
  if (clientId === '') {
    const { status, body } = await register(url, { client_name: name, redirect_uris: [redirectUri] })
    assert.equal(status, 201, JSON.stringify(body))
    clientId = String(body.client_id)
  }
  const verifier = randomBytes(32).toString('base64url')
  const usual = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 'a state', scope: 'read' },
    ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256', resource: `${url}/mcp` },
  }
  return {
    ...{ clientId, redirectUri, verifier },
    query(changes = {}) {
      const said = Object.entries({ ...usual, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null)
      return new URLSearchParams(said).toString()
    },
  }
}

/** Its code becomes tokens. */
export function exchange(url: string, client: ByHand, code: string, changes: Record<string, string> = {}) {
  return post(`${url}/oauth/token`, {
    ...{ grant_type: 'authorization_code', code, client_id: client.clientId, redirect_uri: client.redirectUri },
    ...{ code_verifier: client.verifier, resource: `${url}/mcp` },
    ...changes,
  })
}

export function refresh(url: string, { clientId }: ByHand, token: unknown, changes: Record<string, string> = {}) {
  const said = { grant_type: 'refresh_token', refresh_token: String(token), client_id: clientId }
  return post(`${url}/oauth/token`, { ...said, ...changes })
}

/** From asking to tokens. */
export async function tokensFor(
  url: string,
  client: ByHand,
  person: Browser,
  { asking = {}, ...says }: Says & { asking?: Record<string, string | null> } = {},
) {
  const returned = await consents(person, client.query(asking), says)
  const { status, body } = await exchange(url, client, returned.searchParams.get('code')!)
  assert.equal(status, 200, JSON.stringify(body))
  return { access: String(body.access_token), refresh: String(body.refresh_token), scope: String(body.scope) }
}

/** One message to /mcp. */
export async function rpc(url: string, token: string, method: string, params: Fields = {}) {
  const reply = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await reply.text()
  const json = text.startsWith('event:') ? /^data: (.*)$/m.exec(text)![1]! : text
  return { status: reply.status, headers: reply.headers, body: JSON.parse(json) as Fields }
}

export async function callTool(url: string, token: string, name: string, given: Fields = {}) {
  const { status, headers, body } = await rpc(url, token, 'tools/call', { name, arguments: given })
  const result = body.result as { isError?: boolean; structuredContent?: Fields } | undefined
  return { status, headers, isError: result?.isError === true, value: result?.structuredContent ?? {}, body }
}
