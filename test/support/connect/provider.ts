import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { z } from 'zod'
import { PlatformError } from '../../../src/errors.ts'
import type { OAuth, OAuthGrant } from '../../../src/platforms/contract/oauth.ts'
import type { Platform, PlatformAccount, Session } from '../../../src/platforms/contract/platform.ts'
import { billboards } from '../../fixtures/eighth/driver/index.ts'

/** What the provider answers at its token address. */
interface Says {
  /** Instead of a token. */
  instead?: { status: number; body: string } | 'hangs' | 'cut'
  scopes?: string[]
  accountIds?: string[]
  identity?: string
  /** Whose accounts the token opens. */
  tenant?: string
  accounts?: string[]
  /** Whether it can be asked what a token opens. */
  looks?: 'away'
  /** What it lists besides. */
  more?: Partial<PlatformAccount>[]
  /** Whether it takes a token back. */
  revokes?: boolean | 'fails'
}

/** Where people consent, as small as can be; what it was asked is kept. */
export async function startProvider() {
  const codes = new Map<string, { challenge: string | null; redirectUri: string }>()
  const asked: URLSearchParams[] = []
  const revoked: string[] = []
  const says: Says = {}
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body))
  })
  async function answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    if (request.url === '/revoke') {
      if (says.revokes === 'fails') return { status: 500, body: '<h1>no</h1>' }
      revoked.push(await text(request))
      return { status: 200, body: '{}' }
    }
    const form = new URLSearchParams(await text(request))
    asked.push(form)
    if (says.instead === 'hangs') return new Promise(() => undefined)
    if (says.instead === 'cut') request.socket.destroy()
    if (typeof says.instead === 'object') return says.instead
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!known || known.redirectUri !== form.get('redirect_uri'))
      return { status: 400, body: '{"error":"invalid_grant"}' }
    const accessToken = `sandbox-billboards-token.${says.tenant ?? 'ann'}`
    return { status: 200, body: JSON.stringify({ accessToken, challenge: known.challenge }) }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close().closeAllConnections())
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    says,
    asked,
    revoked,
    /** Consents as a person would, and answers the way back. */
    consents(authorizeUrl: string, more: Record<string, string> = {}): URL {
      const query = new URL(authorizeUrl).searchParams
      const code = `code-${crypto.randomUUID()}`
      codes.set(code, { challenge: query.get('code_challenge'), redirectUri: query.get('redirect_uri')! })
      const back = new URL(query.get('redirect_uri')!)
      back.search = new URLSearchParams({ code, state: query.get('state')!, ...more }).toString()
      return back
    },
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

const sha256 = async (given: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(given))).toString('base64url')

/** A platform at whose provider people consent: a driver that nothing in the service has heard of. */
export function consentingBillboards({ url, says }: Provider, address = 'https://billboards.example'): Platform {
  const refuse = (kind: 'auth' | 'unknown', message: string) =>
    new PlatformError({ platform: billboards.name, kind, message })
  const oauth: OAuth = {
    app: z.object({
      clientId: z.string().min(3).meta({ description: 'From Apps > Id.' }),
      clientSecret: z.string().min(8).meta({ description: 'From Apps > Secret.', isSecret: true }),
    }),
    sandboxApp: { clientId: 'sandbox', clientSecret: 'sandbox-secret' },
    usesPkce: true,
    allowsLoopback: true,
    redirectRule: null,
    scopes: [
      { scope: 'posters', feature: 'launching', isRequired: true },
      { scope: 'figures', feature: 'reports', isRequired: false },
    ],
    authorizeUrl: ({ app }, { state, redirectUri, codeChallenge }) =>
      `${url}/authorize?${new URLSearchParams({ client_id: app.clientId!, state, redirect_uri: redirectUri, code_challenge: codeChallenge! }).toString()}`,
    readAnswer(answer) {
      if (answer.has('error')) return { kind: 'denied', reason: 'Billboards says that you did not agree.' }
      const code = answer.get('code')
      return code ? { kind: 'code', code } : { kind: 'empty' }
    },
    async exchange({ app, timeoutMs }, { code, redirectUri, codeVerifier }): Promise<OAuthGrant> {
      const body = new URLSearchParams({ ...app, code, redirect_uri: redirectUri, code_verifier: codeVerifier! })
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(`${url}/token`, { method: 'POST', body, signal }).catch(() => null)
      if (!answer) throw refuse('unknown', 'Billboards did not answer.')
      const said = await answer.text()
      if (answer.status !== 200) throw refuse('auth', `Billboards refused the code ${code}: ${said}`)
      const read = z
        .object({ accessToken: z.string(), challenge: z.string() })
        .safeParse(said.startsWith('{') ? JSON.parse(said) : null)
      if (!read.success) throw refuse('unknown', 'Billboards answered with something that is not of its interface.')
      if (read.data.challenge !== (await sha256(codeVerifier!))) throw refuse('auth', 'The verifier is wrong.')
      const { accessToken } = read.data
      const { scopes = ['posters', 'figures'], accountIds } = says
      return { credentials: { accessToken }, token: null, expiresAt: null, renewableUntil: null, scopes, accountIds }
    },
    async revoke(_surroundings, { accessToken = '' }) {
      const answer = await fetch(`${url}/revoke`, { method: 'POST', body: accessToken })
      if (!answer.ok) throw refuse('unknown', 'Billboards did not answer.')
      return true
    },
    revokeByHand: 'Billboards > Settings > Apps',
  }
  return {
    ...billboards,
    api: { ...billboards.api, address },
    oauth,
    open: (credentials, surroundings) => saying(billboards.open(credentials, surroundings), says),
  }
}

function saying(session: Session, says: Says): Session {
  const listAccounts = async () => {
    const all = (await session.listAccounts()).filter(({ id }) => says.accounts?.includes(id) ?? true)
    return [...all, ...(says.more ?? []).map((more) => ({ ...all[0]!, ...more }))]
  }
  return {
    ...session,
    listAccounts,
    ...(session.until ? { until: (signal: AbortSignal) => saying(session.until!(signal), says) } : {}),
    async check() {
      const { identity = 'Ann' } = says
      if (says.looks === 'away')
        throw new PlatformError({ platform: billboards.name, kind: 'transient', message: 'Billboards <b>is away</b>.' })
      return { identity, accounts: await listAccounts(), scopes: [], missingScopes: [], expiresAt: null }
    },
  }
}
