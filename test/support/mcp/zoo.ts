import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { challengeOf, consents, post, register } from './assistant.ts'
import type { Says } from './assistant.ts'
import type { Browser } from '../people/browser.ts'

type Fields = Record<string, unknown>

/** How a client registers and returns, as it was seen to. */
export interface Recorded {
  name: string
  /** What stands in its document, at this place of its host; absent: it registers itself. */
  document?: { at: string; says: Fields }
  /** What it sends when it registers itself. */
  metadata?: Fields
  /** Where it waits for its person. */
  redirectUri: string
  protocol: '2025-06-18' | '2026-07-28'
}

const flow = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
const open = { ...flow, token_endpoint_auth_method: 'none' }

export const zoo: Recorded[] = [
  {
    name: 'Claude',
    document: {
      at: 'claude.ai/oauth/mcp-oauth-client-metadata',
      says: {
        ...{ ...open, client_name: 'Claude', client_uri: 'https://claude.ai' },
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      },
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    protocol: '2025-06-18',
  },
  {
    name: 'Claude Code',
    document: {
      at: 'claude.ai/oauth/claude-code-client-metadata',
      says: {
        ...{ ...open, client_name: 'Claude Code' },
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      },
    },
    redirectUri: 'http://localhost:3118/callback',
    protocol: '2026-07-28',
  },
  {
    name: 'Codex',
    metadata: {
      ...open,
      client_name: 'Codex',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:51234/callback/x7Yq'],
    },
    redirectUri: 'http://127.0.0.1:51234/callback/x7Yq',
    protocol: '2025-06-18',
  },
  {
    name: 'Visual Studio Code',
    document: {
      at: 'vscode.dev/oauth/client-metadata.json',
      says: {
        ...{ ...open, client_name: 'Visual Studio Code' },
        redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      },
    },
    redirectUri: 'http://127.0.0.1:33418/',
    protocol: '2026-07-28',
  },
  {
    name: 'Cursor',
    metadata: {
      ...{ ...open, client_name: 'Cursor' },
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    protocol: '2025-06-18',
  },
  {
    name: 'OpenCode',
    metadata: { ...open, client_name: 'OpenCode', redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'] },
    redirectUri: 'http://127.0.0.1:19876/mcp/oauth/callback',
    protocol: '2025-06-18',
  },
  {
    name: 'ChatGPT',
    document: {
      at: 'chatgpt.com/oauth/client.json',
      says: {
        ...{ ...flow, client_name: 'ChatGPT', token_endpoint_auth_method: 'private_key_jwt' },
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
        redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      },
    },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    protocol: '2025-06-18',
  },
]

/** Where documents lie: each under the name of its host. What one says beyond its own address may be wrong. */
export async function documentServer(documents: Record<string, (url: string) => Fields | string | Buffer>) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    const at = (request.url ?? '/').slice(1)
    asked.push(at)
    const says = Object.hasOwn(documents, at) ? documents[at]!(`http://${request.headers.host}/${at}`) : null
    if (says === null) return void reply.writeHead(404).end()
    if (typeof says === 'string' && says.startsWith('-> '))
      return void reply.writeHead(302, { location: says.slice(3) }).end()
    reply.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60' })
    reply.end(typeof says === 'string' || Buffer.isBuffer(says) ? says : JSON.stringify(says))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, asked, url: (at: string) => `http://${host}/${at}` }
}

const json = async (url: string) => {
  const reply = await fetch(url)
  assert.equal(reply.status, 200, url)
  return (await reply.json()) as Record<string, unknown>
}

/** Connects as a client was seen to, from the address alone: nothing of it is the official client's code. */
export async function connectAs(
  address: string,
  recorded: Recorded,
  documentAt: (at: string) => string,
  { person, says = {} }: { person: Browser; says?: Says },
) {
  const first = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
  })
  assert.equal(first.status, 401)
  const challenge = first.headers.get('www-authenticate') ?? ''
  const resource = await json(/resource_metadata="([^"]+)"/.exec(challenge)![1]!)
  assert.equal(resource.resource, address)
  const issuer = (resource.authorization_servers as string[])[0]!
  const { origin, pathname } = new URL(issuer)
  const server = await json(`${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`)
  assert.equal(server.issuer, issuer)
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
  const takesDocuments =
    server.client_id_metadata_document_supported === true &&
    (server.token_endpoint_auth_methods_supported as string[]).includes('none')
  const clientId =
    recorded.document && takesDocuments
      ? documentAt(recorded.document.at)
      : String((await register(issuer, recorded.metadata ?? recorded.document!.says)).body.client_id)
  const verifier = 'a-verifier-of-at-least-43-characters-is-what-it-takes'
  const scope = /scope="([^"]+)"/.exec(challenge)?.[1] ?? ''
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: recorded.redirectUri, state: 'xyz', scope },
    ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256', resource: address },
  }).toString()
  assert.ok(String(server.authorization_endpoint).endsWith('/oauth/authorize'))
  const returned = await consents(person, query, says)
  assert.ok(returned.href.startsWith(recorded.redirectUri), returned.href)
  assert.equal(returned.searchParams.get('iss'), issuer)
  assert.equal(returned.searchParams.get('state'), 'xyz')
  const given = await post(String(server.token_endpoint), {
    ...{ grant_type: 'authorization_code', code: returned.searchParams.get('code')!, client_id: clientId },
    ...{ redirect_uri: recorded.redirectUri, code_verifier: verifier, resource: address },
  })
  assert.equal(given.status, 200, JSON.stringify(given.body))
  return { clientId, tokens: given.body, tokenEndpoint: String(server.token_endpoint) }
}
