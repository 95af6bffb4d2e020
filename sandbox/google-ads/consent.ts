import { askConsent } from '../core/consent/consent.ts'
import type { ConsentSite } from '../core/consent/consent.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { app, scope, scopeWords } from './app.ts'
import { ensureTenant } from './seed.ts'
import { prefix } from './world.ts'
import type { World } from './world.ts'

const page = (status: number, heading: string, text: string) => ({ status, heading, text })

const site: ConsentSite = {
  title: 'Google',
  prefix,
  serviceName: 'google-ads',
  clientParams: ['client_id'],
  scopes: scopeWords,
  asked: (query) => (query.get('scope') ?? '').split(' ').filter(Boolean),
  picksAccounts: false,
  leavesOutScopes: ({ asked }) => asked.length > 1,
  codeBeginning: '4/0',
  codeParam: 'code',
  takesPkce: true,
  isOffline: ({ query }) => query.get('access_type') === 'offline',
  isForced: ({ query }) => (query.get('prompt') ?? '').split(' ').includes('consent'),
  beside: ({ scopes }) => ({ scope: scopes.join(' ') }),
  denied: { error: 'access_denied' },
  unknownApp: page(401, 'Error 401: invalid_client', 'The OAuth client was not found.'),
  wrongRedirect: page(
    400,
    'Error 400: redirect_uri_mismatch',
    'You can’t sign in because this app sent an invalid request. The redirect_uri has to match one of those of the OAuth client.',
  ),
  problem({ query, asked }) {
    if (query.get('response_type') !== 'code')
      return { page: page(400, 'Error 400: invalid_request', 'Invalid response_type') }
    const isKnown = asked.length > 0 && asked.every((each) => Object.hasOwn(scopeWords, each))
    return isKnown
      ? undefined
      : {
          page: page(
            400,
            'Error 400: invalid_scope',
            `Some requested scopes were invalid. One that is known: ${scope}`,
          ),
        }
  },
}

/** `GET` of the authorization address, and what comes back from its form. */
export function consent(world: World, request: SimRequest): SimReply {
  return askConsent(
    {
      world,
      app,
      ensureTenant: (tenant) => ensureTenant(world, tenant),
      accounts: (tenant) => world.customers.lookup('tenant', tenant).filter(({ isDirect }) => isDirect),
    },
    site,
    request,
  )
}
