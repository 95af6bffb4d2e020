import { after } from 'node:test'
import { OAuth2Server } from 'oauth2-mock-server'

/** An identity provider that browsers go to. */
interface Provider {
  /** What a service is told of it. */
  settings: Record<string, string>
  /** What it says of whoever comes next. */
  says: (claims: Record<string, unknown>) => void
}

/** Begins with the address of the demo company's owner, confirmed. */
export async function providerForBrowsers(): Promise<Provider> {
  const provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  after(() => provider.stop())
  let claims: Record<string, unknown> = { email: 'demo@flightdeck.local', email_verified: true }
  const nonces = new Map<string, string>()
  provider.service.on('beforeAuthorizeRedirect', (redirect: { url: URL }, request: { query: { nonce: string } }) => {
    nonces.set(redirect.url.searchParams.get('code')!, request.query.nonce)
  })
  provider.service.on(
    'beforeTokenSigning',
    (token: { payload: Record<string, unknown> }, request: { body?: { code?: string } }) => {
      const nonce = nonces.get(String(request.body?.code))
      Object.assign(token.payload, claims, nonce ? { nonce } : {})
    },
  )
  const client = { OIDC_CLIENT_ID: 'flightdeck', OIDC_CLIENT_SECRET: 'a secret' }
  return { settings: { OIDC_ISSUER: provider.issuer.url!, ...client }, says: (next) => void (claims = next) }
}
