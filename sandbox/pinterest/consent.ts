import { askConsent } from '../core/consent/consent.ts'
import type { ConsentSite } from '../core/consent/consent.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { app, scopeWords } from './app.ts'
import { ensureTenant } from './seed.ts'
import { prefix } from './world.ts'
import type { World } from './world.ts'

export const consentPath = '/oauth/'

const site: ConsentSite = {
  title: 'Pinterest',
  prefix,
  serviceName: 'pinterest',
  clientParams: ['client_id', 'consumer_id'],
  scopes: scopeWords,
  asked: (query) => (query.get('scope') ?? '').split(/[, ]+/).filter(Boolean),
  picksAccounts: false,
  leavesOutScopes: () => false,
  codeBeginning: '',
  codeParam: 'code',
  denied: { error: 'access_denied', error_description: 'The user denied the request' },
  unknownApp: { status: 400, heading: 'Something went wrong', text: 'The client_id belongs to no app.' },
  wrongRedirect: {
    status: 400,
    heading: 'Something went wrong',
    text: 'The redirect_uri is none of those that are registered for this app. They have to match exactly.',
  },
  problem({ query, asked, app: { scopes: approved } }) {
    const problem = (text: string) => ({ page: { status: 400, heading: 'Something went wrong', text } })
    if (query.get('response_type') !== 'code') return problem('response_type must be code.')
    const isKnown = asked.every((scope) => Object.hasOwn(scopeWords, scope) && (approved?.includes(scope) ?? true))
    return isKnown && asked.length > 0 ? undefined : problem('The app may not ask for one of these scopes.')
  },
}

/** `GET /oauth/`, and what comes back from its form. */
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
