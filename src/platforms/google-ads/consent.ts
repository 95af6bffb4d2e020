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
import { exchangeCode, renewBeforeMs, renewGrant, words } from './grant.ts'
import { sandboxPath } from './name.ts'
import { scopes } from './scopes.ts'

export const sandboxApp = { clientId: 'sandbox-google-ads.apps.example', clientSecret: 'sandbox-google-ads-secret' }

/** Its makers have replaced it by what the cloud project of the OAuth client may do; it is sent where one is given. */
export const developerToken = z
  .string()
  .min(1)
  .meta({ description: 'From the API Center of a manager account, where one is still in use.', isSecret: true })

/** Tokens are had on a host of their own. */
const tokenAddress = 'https://oauth2.googleapis.com'
const tokenUrl = (surroundings: TokenSurroundings) => `${standsAt(surroundings, sandboxPath, tokenAddress)}/token`

export const oauth: OAuth = {
  app: z.object({
    clientId: appField(words.console.id),
    clientSecret: appSecret(words.console.secret),
    developerToken: developerToken.optional(),
  }),
  sandboxApp,
  usesPkce: true,
  allowsLoopback: true,
  redirectRule: 'It is https, or http on localhost or 127.0.0.1, and names no other address by numbers.',
  scopes,
  authorizeUrl(surroundings, { state, redirectUri, codeChallenge }) {
    const address = `${standsAt(surroundings, sandboxPath, 'https://accounts.google.com')}/o/oauth2/v2/auth`
    return addressWith(address, {
      client_id: surroundings.app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.map(({ scope }) => scope).join(' '),
      // Both are what a refresh token takes, also from somebody who consented before.
      access_type: 'offline',
      prompt: 'consent',
      state,
      ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    })
  },
  readAnswer: (answer) => readConsent(words, answer, { access_denied: 'declined', invalid_scope: 'unapprovedScope' }),
  exchange(surroundings, { code, redirectUri, codeVerifier }) {
    const { app, now } = surroundings
    const verifier: Record<string, string> = codeVerifier === undefined ? {} : { code_verifier: codeVerifier }
    const fields = { code, redirect_uri: redirectUri, ...verifier }
    return exchangeOnce(words, surroundings, (http) =>
      exchangeCode(http, { url: tokenUrl(surroundings), credentials: { ...app }, fields, now }),
    )
  },
  renewal: {
    beforeMs: renewBeforeMs,
    oldOneLives: true,
    movesItsEnd: false,
    isPossible: ({ refreshToken, clientId, clientSecret }) => Boolean(refreshToken && clientId && clientSecret),
    renew: (surroundings, credentials) =>
      callOnce(words, surroundings, (http) =>
        renewGrant(http, { url: tokenUrl(surroundings), credentials, now: surroundings.now }),
      ),
  },
  /** Takes back all that this person granted to the app, for other connections of theirs too. */
  revoke(surroundings, { refreshToken = '' }) {
    const url = `${standsAt(surroundings, sandboxPath, tokenAddress)}/revoke`
    return callOnce(words, surroundings, async (http) => {
      const answer = await askForToken(http, { url, fields: { token: refreshToken } })
      const stated = standardRefusal(answer.body)
      if (answer.status === 200) return true
      if (stated?.code === 'invalid_token') return false
      throw refusedGrant(words, { answer, stated, causes: {}, isWrite: false, secrets: [refreshToken] })
    })
  },
  revokeByHand: 'myaccount.google.com/connections',
}
