import { z } from 'zod'
import type { OAuth, TokenSurroundings } from '../contract/oauth.ts'
import {
  addressWith,
  appField,
  appSecret,
  callOnce,
  exchangeOnce,
  readConsent,
  refusedGrant,
  standardRefusal,
  standsAt,
} from '../kit/oauth/consent.ts'
import { askForToken } from '../kit/oauth/oauth.ts'
import { exchangeCode, loginAddress, renewGrant, words } from './grant.ts'
import { canRenew } from '../kit/oauth/grant.ts'
import { sandboxPath } from './name.ts'
import { scopes } from './scopes.ts'

export const sandboxApp = { clientId: 'sandbox-linkedin-client', clientSecret: 'sandbox-linkedin-secret' }

const urlOf = (surroundings: TokenSurroundings, path: string) =>
  `${standsAt(surroundings, sandboxPath, loginAddress)}/oauth/v2/${path}`

export const oauth: OAuth = {
  app: z.object({ clientId: appField(words.console.id), clientSecret: appSecret(words.console.secret) }),
  sandboxApp,
  usesPkce: false,
  allowsLoopback: true,
  redirectRule: null,
  scopes,
  authorizeUrl(surroundings, { state, redirectUri }) {
    return addressWith(urlOf(surroundings, 'authorization'), {
      response_type: 'code',
      client_id: surroundings.app.clientId,
      redirect_uri: redirectUri,
      state,
      scope: scopes.map(({ scope }) => scope).join(' '),
    })
  },
  readAnswer: (answer) =>
    readConsent(words, answer, {
      access_denied: 'declined',
      user_cancelled_login: 'declined',
      user_cancelled_authorize: 'declined',
      unauthorized_scope_error: 'unapprovedScope',
      invalid_scope: 'unapprovedScope',
    }),
  exchange(surroundings, { code, redirectUri }) {
    const { app, now } = surroundings
    const fields = { code, redirect_uri: redirectUri }
    return exchangeOnce(words, surroundings, (http) =>
      exchangeCode(http, { url: urlOf(surroundings, 'accessToken'), credentials: { ...app }, fields, now }),
    )
  },
  renewal: {
    beforeMs: 10 * 86_400_000,
    oldOneLives: true,
    movesItsEnd: false,
    isPossible: canRenew,
    renew: (surroundings, credentials) =>
      callOnce(words, surroundings, (http) =>
        renewGrant(http, { url: urlOf(surroundings, 'accessToken'), credentials, now: surroundings.now }),
      ),
  },
  /** Its makers' documents do not name this call; many products use it. */
  async revoke(surroundings, { clientId, clientSecret, accessToken = '', refreshToken }) {
    // Without the app's own secret only the person can take it back.
    if (!clientId || !clientSecret) return false
    // An access token alone would be had anew with what renews it.
    const token = refreshToken ?? accessToken
    const fields = { client_id: clientId, client_secret: clientSecret, token }
    return callOnce(words, surroundings, async (http) => {
      const answer = await askForToken(http, { url: urlOf(surroundings, 'revoke'), fields })
      if (answer.status === 200) return true
      const stated = standardRefusal(answer.body)
      const causes = { invalid_client: 'wrongClient' } as const
      throw refusedGrant(words, { answer, stated, causes, isWrite: false, secrets: [clientSecret, token] })
    })
  },
  revokeByHand: 'linkedin.com/mypreferences/d/data-sharing-for-permitted-services',
}
