import { z } from 'zod'
import type { OAuth, TokenSurroundings } from '../contract/oauth.ts'
import {
  addressWith,
  appField,
  appSecret,
  callOnce,
  exchangeOnce,
  readConsent,
  standsAt,
} from '../kit/oauth/consent.ts'
import { accountsAddress, exchangeCode, grantPath, renewBeforeMs, renewGrant, words } from './grant.ts'
import { canRenew } from '../kit/oauth/grant.ts'
import { sandboxPath } from './name.ts'
import { scopes } from './scopes.ts'

export const sandboxApp = { clientId: 'sandbox-snapchat-app', clientSecret: 'sandbox-snapchat-secret' }

const hostFor = (surroundings: TokenSurroundings) => standsAt(surroundings, sandboxPath, accountsAddress)

export const oauth: OAuth = {
  app: z.object({ clientId: appField(words.console.id), clientSecret: appSecret(words.console.secret) }),
  sandboxApp,
  usesPkce: false,
  allowsLoopback: false,
  redirectRule: 'An app has one, over https, and keeps it: for another address a new app is made.',
  scopes,
  authorizeUrl(surroundings, { state, redirectUri }) {
    return addressWith(`${hostFor(surroundings)}/login/oauth2/authorize`, {
      client_id: surroundings.app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.map(({ scope }) => scope).join(' '),
      state,
    })
  },
  readAnswer: (answer) => readConsent(words, answer, { access_denied: 'declined', invalid_scope: 'unapprovedScope' }),
  exchange(surroundings, { code, redirectUri }) {
    const { app, now } = surroundings
    const fields = { code, redirect_uri: redirectUri }
    return exchangeOnce(words, surroundings, (http) =>
      exchangeCode(http, { url: hostFor(surroundings) + grantPath, credentials: { ...app }, fields, now }),
    )
  },
  renewal: {
    beforeMs: renewBeforeMs,
    // It is asked with the old one as long as no other came.
    oldOneLives: true,
    movesItsEnd: false,
    isPossible: canRenew,
    renew: (surroundings, credentials) =>
      callOnce(words, surroundings, (http) =>
        renewGrant(http, { url: hostFor(surroundings) + grantPath, credentials, now: surroundings.now }),
      ),
  },
  revokeByHand: 'accounts.snapchat.com > Connected Apps',
}
