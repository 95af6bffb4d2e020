import { askConsent } from '../core/consent/consent.ts'
import type { ConsentSite } from '../core/consent/consent.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { app, scopeWords } from './app.ts'
import { ensureTenant } from './seed.ts'
import type { World } from './world.ts'

const page = (text: string) => ({ status: 400, heading: 'Something went wrong', text })

const site: ConsentSite = {
  title: 'Snapchat',
  prefix: '/snapchat',
  serviceName: 'snapchat',
  clientParams: ['client_id'],
  scopes: scopeWords,
  asked: (query) => (query.get('scope') ?? '').split(' ').filter(Boolean),
  picksAccounts: false,
  leavesOutScopes: () => false,
  codeBeginning: '',
  codeParam: 'code',
  denied: { error: 'access_denied' },
  unknownApp: page('The client_id belongs to no app.'),
  wrongRedirect: page('The redirect_uri is not the one that this app was made with.'),
  problem({ query, asked, app: { scopes: approved } }) {
    if (query.get('response_type') !== 'code') return { page: page('response_type must be code.') }
    const isKnown = asked.every((each) => Object.hasOwn(scopeWords, each) && (approved?.includes(each) ?? true))
    return isKnown && asked.length > 0 ? undefined : { page: page('The scope is not one that this app may ask for.') }
  },
}

/** `GET` of the authorization address, and what comes back from its form. */
export function consent(world: World, request: SimRequest): SimReply {
  return askConsent(
    {
      world,
      app,
      ensureTenant: (tenant) => ensureTenant(world, tenant),
      accounts: (tenant) => accountsOf(world, tenant),
    },
    site,
    request,
  )
}

function accountsOf(world: World, tenant: string): { id: string; name: string }[] {
  return world.organizations
    .lookup('tenant', tenant)
    .flatMap(({ id }) => world.accounts.lookup('organization', id))
    .map(({ id, name }) => ({ id, name }))
}
