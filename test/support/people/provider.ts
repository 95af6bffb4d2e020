import assert from 'node:assert/strict'
import { after } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'
import { startTestApp } from '../harness.ts'
import type { TestApp } from '../harness.ts'
import { createBrowser } from './browser.ts'
import type { Browser } from './browser.ts'

/** A service whose people have an identity provider, which says of whoever comes what it is told to. */
export interface WithProvider {
  app: TestApp
  /** What the provider says next. */
  says: (claims: Record<string, unknown>) => void
  /** Goes the way of a browser to the provider; answers where it is sent back to, and with which cookie. */
  setsOut: (browser?: Browser, query?: string) => Promise<SetOut>
  /** There and back; answers where that leads. */
  goes: (browser?: Browser, query?: string) => Promise<SetOut & { leadsTo: string }>
}

interface SetOut {
  browser: Browser
  cookie: string
  /** What the provider was asked with. */
  asked: URLSearchParams
  back: string
}

/** Begins with the address of the demo company's owner, confirmed. */
export async function startWithProvider(): Promise<WithProvider> {
  const provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  after(() => provider.stop())
  const secret = { OIDC_CLIENT_ID: 'flightdeck', OIDC_CLIENT_SECRET: 'a secret' }
  const app = await startTestApp({ OIDC_ISSUER: provider.issuer.url!, ...secret })
  let claims: Record<string, unknown> = { email: 'demo@flightdeck.local', email_verified: true }
  const nonces = new Map<string, string>()
  provider.service.on(
    'beforeTokenSigning',
    (token: { payload: Record<string, unknown> }, request: { body?: { code?: string } }) => {
      const nonce = nonces.get(String(request.body?.code))
      Object.assign(token.payload, claims, nonce ? { nonce } : {})
    },
  )

  async function setsOut(browser = createBrowser(app.url), query = ''): Promise<SetOut> {
    const headers = browser.cookie() === null ? undefined : { cookie: browser.cookie()! }
    const begun = await fetch(`${app.url}/v1/session/oidc${query}`, { redirect: 'manual', headers })
    assert.equal(begun.status, 302)
    const cookie = begun.headers
      .getSetCookie()
      .map((set) => set.slice(0, set.indexOf(';')))
      .join('; ')
    const asked = new URL(begun.headers.get('location')!).searchParams
    const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
    const back = new URL(there.headers.get('location')!)
    nonces.set(back.searchParams.get('code')!, asked.get('nonce')!)
    return { browser, cookie, asked, back: back.pathname + back.search }
  }

  return {
    app,
    says: (said) => void (claims = said),
    setsOut,
    async goes(browser, query) {
      const out = await setsOut(browser, query)
      const reply = await out.browser.call('GET', out.back, { headers: { cookie: out.cookie } })
      assert.equal(reply.status, 302, JSON.stringify(reply.body))
      return { ...out, leadsTo: decodeURIComponent(reply.headers.get('location')!) }
    },
  }
}
