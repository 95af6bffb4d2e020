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
import { apiAddress, apiVersion } from './client.ts'
import { exchangeCode, renewBeforeMs, renewGrant, words } from './grant.ts'
import { canRenew } from '../kit/oauth/grant.ts'
import { sandboxPath } from './name.ts'
import { scopes } from './scopes.ts'

export const sandboxApp = { clientId: '1490001', clientSecret: 'sandbox-pinterest-app-secret' }

const tokenUrl = (surroundings: TokenSurroundings) =>
  `${standsAt(surroundings, sandboxPath, apiAddress)}/${apiVersion}/oauth/token`

/** Refresh tokens live for 60 days and come anew with every renewal: who is used or renewed in that time goes on for ever. */
export const oauth: OAuth = {
  app: z.object({ clientId: appField(words.console.id), clientSecret: appSecret(words.console.secret) }),
  sandboxApp,
  usesPkce: false,
  allowsLoopback: true,
  redirectRule: null,
  scopes,
  authorizeUrl(surroundings, { state, redirectUri }) {
    return addressWith(`${standsAt(surroundings, sandboxPath, 'https://www.pinterest.com')}/oauth/`, {
      client_id: surroundings.app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.map(({ scope }) => scope).join(','),
      state,
    })
  },
  readAnswer: (answer) => readConsent(words, answer, { access_denied: 'declined', invalid_scope: 'unapprovedScope' }),
  exchange(surroundings, { code, redirectUri }) {
    const { app, now } = surroundings
    const fields = { code, redirect_uri: redirectUri }
    return exchangeOnce(words, surroundings, (http) =>
      exchangeCode(http, { url: tokenUrl(surroundings), credentials: { ...app }, fields, now }),
    )
  },
  renewal: {
    beforeMs: renewBeforeMs,
    oldOneLives: false,
    movesItsEnd: true,
    isPossible: canRenew,
    renew: (surroundings, credentials) =>
      callOnce(words, surroundings, (http) =>
        renewGrant(http, { url: tokenUrl(surroundings), credentials, now: surroundings.now }),
      ),
  },
  // The platform takes back tokens of system users alone.
  revokeByHand: 'pinterest.com > Settings > Security > Connected apps',
}
