import { askConsent } from '../../core/consent/consent.ts'
import type { ConsentSite } from '../../core/consent/consent.ts'
import type { SimReply, SimRequest } from '../../core/simulator.ts'
import { app, scopeWords } from '../app.ts'
import { allScopes } from '../graph/access/scopes.ts'
import { ensureTenant } from '../seed.ts'
import type { World } from '../world.ts'

export const dialogPath = /^(\/v\d+\.\d+)?\/dialog\/oauth\/?$/

const page = (heading: string, text: string) => ({ status: 400, heading, text })

const site: ConsentSite = {
  title: 'Meta',
  prefix: '/meta',
  serviceName: 'primary',
  isLiveSafe: true,
  clientParams: ['client_id'],
  scopes: scopeWords,
  // A configuration of Login for Business names what is asked for, and the question does not.
  asked: (query, { scopes }) =>
    query.has('config_id')
      ? [...(scopes ?? allScopes)]
      : ['public_profile', ...(query.get('scope') ?? '').split(/[, ]+/)].filter(Boolean),
  picksAccounts: true,
  leavesOutScopes: ({ query }) => !query.has('config_id'),
  codeBeginning: 'AQ',
  codeParam: 'code',
  takesPkce: true,
  denied: {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  },
  fragment: '#_=_',
  unknownApp: page('Invalid App ID', 'The provided app ID does not look like a valid app ID.'),
  wrongRedirect: page(
    'URL blocked',
    'This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
  ),
  problem({ query, asked, app: { scopes: approved } }) {
    if ((query.get('response_type') ?? 'code') !== 'code')
      return { page: page('Invalid parameter', 'response_type must be code.') }
    if (query.get('state') === null) return { page: page('Invalid parameter', 'The parameter state is required.') }
    const unknown = asked.filter((scope) => !Object.hasOwn(scopeWords, scope) || approved?.includes(scope) === false)
    const isWrong = unknown.some((scope) => scope !== 'public_profile')
    return isWrong ? { page: page('Invalid Scopes', `Invalid Scopes: ${unknown.join(', ').slice(0, 200)}`) } : undefined
  },
}

/** `GET /dialog/oauth`, and what comes back from its form. */
export function consent(world: World, request: SimRequest): SimReply {
  return askConsent(
    {
      world,
      app,
      ensureTenant: (tenant) => ensureTenant(world, tenant),
      accounts: (tenant) => world.accounts.lookup('tenant', tenant),
    },
    site,
    request,
  )
}
