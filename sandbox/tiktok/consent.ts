import { askConsent } from '../core/consent/consent.ts'
import type { ConsentSite } from '../core/consent/consent.ts'
import type { SimReply, SimRequest } from '../core/simulator.ts'
import { app, scopeWords } from './app.ts'
import { ensureTenant } from './seed.ts'
import type { World } from './world.ts'

export const consentPath = /^\/(portal\/auth|marketing_api\/auth)\/?$/

const page = (text: string) => ({ status: 400, heading: 'The authorization page cannot be shown', text })

const site: ConsentSite = {
  title: 'TikTok',
  prefix: '/tiktok',
  serviceName: 'tiktok',
  clientParams: ['app_id'],
  scopes: scopeWords,
  // They are picked with the app, not with the question.
  asked: (_query, { scopes }) => scopes ?? Object.keys(scopeWords),
  picksAccounts: true,
  picksForGood: true,
  leavesOutScopes: () => true,
  codeBeginning: '',
  codeParam: 'auth_code',
  denied: { error: 'access_denied', error_description: 'The advertiser did not agree' },
  unknownApp: page('The app does not exist.'),
  wrongRedirect: page('The redirect_uri is none of those of the app.'),
}

/** The page on which advertisers tick accounts and permissions. */
export function consent(world: World, request: SimRequest): SimReply {
  return askConsent(
    {
      world,
      app,
      ensureTenant: (tenant) => ensureTenant(world, tenant),
      accounts: (tenant) => world.advertisers.lookup('tenant', tenant),
    },
    site,
    request,
  )
}
