import { askConsent } from '../core/consent/consent.ts'
import type { ConsentSite } from '../core/consent/consent.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { app, scopeWords } from './app.ts'
import { ensureTenant } from './seed.ts'
import { prefix } from './world.ts'
import type { World } from './world.ts'

const page = (text: string) => ({ status: 400, heading: 'Bummer, something went wrong.', text })

function siteOf(world: World): ConsentSite {
  return {
    title: 'LinkedIn',
    prefix,
    serviceName: 'linkedin',
    clientParams: ['client_id'],
    scopes: scopeWords,
    asked: (query) => (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean),
    picksAccounts: false,
    // All of it, or nothing.
    leavesOutScopes: () => false,
    codeBeginning: 'AQ',
    codeParam: 'code',
    denied: {
      error: 'user_cancelled_authorize',
      error_description: 'The user cancelled the authorization request',
    },
    unknownApp: page('The passed in client_id is invalid'),
    wrongRedirect: page('The redirect_uri does not match the registered value'),
    problem({ query, asked, app: { scopes: approved } }) {
      const back = (error: string, text: string) => ({ back: { error, error_description: text } })
      if (query.get('response_type') !== 'code')
        return back('invalid_request', 'A required parameter "response_type" is missing')
      const lacking = asked.find((each) => !Object.hasOwn(scopeWords, each) || approved?.includes(each) === false)
      if (asked.length > 0 && lacking === undefined) return undefined
      return back('unauthorized_scope_error', `Scope "${lacking ?? ''}" is not authorized for your application`)
    },
    skips: ({ app: { id }, asked, tenant, person }) =>
      world.settings().skipsGranted &&
      world.grants
        .standing({ app: id, tenant, person: person.id })
        .some(({ scopes }) => asked.every((each) => scopes.includes(each))),
  }
}

/** The page on which people agree to everything or to nothing. */
export function consent(world: World, request: SimRequest): SimReply {
  return askConsent(
    {
      world,
      app,
      ensureTenant: (tenant) => ensureTenant(world, tenant),
      accounts: (tenant) => world.accounts.lookup('tenant', tenant),
    },
    siteOf(world),
    request,
  )
}
