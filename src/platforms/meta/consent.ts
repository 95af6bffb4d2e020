import { z } from 'zod'
import { dayMs } from '../../days.ts'
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
import { canRenew, exchangeCode, renewGrant, revokeGrant, words } from './grant.ts'
import { sandboxPath } from './name.ts'
import { scopes } from './scopes.ts'

const sandboxApp = { appId: '102938475610293', appSecret: 'sandbox-meta-app-secret' }

const addressFor = (surroundings: TokenSurroundings) =>
  `${standsAt(surroundings, sandboxPath, apiAddress)}/${apiVersion}`

/** PKCE is documented as being tested there, so it is left out. */
export const oauth: OAuth = {
  app: z.object({
    appId: appField(words.console.id),
    appSecret: appSecret(words.console.secret),
    configId: appField(
      'the "Configuration ID" at developers.facebook.com > My Apps > the app > Facebook Login for Business > Configurations, for apps that have that product',
    ).optional(),
  }),
  sandboxApp,
  usesPkce: false,
  // Http on localhost alone, and only while the app is in Development mode.
  allowsLoopback: true,
  redirectRule:
    'It is https. While the app is in Development mode, http://localhost (not 127.0.0.1) works too, and need not be listed.',
  scopes,
  authorizeUrl(surroundings, { state, redirectUri, isRepeated }) {
    const { appId, configId } = surroundings.app
    const address = `${standsAt(surroundings, sandboxPath, 'https://www.facebook.com')}/${apiVersion}/dialog/oauth`
    const asked = configId
      ? { config_id: configId, override_default_response_type: 'true' }
      : { scope: scopes.map(({ scope }) => scope).join(','), auth_type: isRepeated ? 'rerequest' : undefined }
    return addressWith(address, {
      client_id: appId,
      redirect_uri: redirectUri,
      state,
      response_type: 'code',
      ...asked,
    })
  },
  readAnswer: (answer) =>
    readConsent(words, answer, { access_denied: 'declined', user_denied: 'declined', 191: 'wrongRedirect' }),
  exchange(surroundings, { code, redirectUri }) {
    const { app, now } = surroundings
    const { configId: _notNeeded, ...credentials } = app
    return exchangeOnce(words, surroundings, (http) =>
      exchangeCode(http, { address: addressFor(surroundings), credentials, code, redirectUri, now }),
    )
  },
  renewal: {
    beforeMs: 20 * dayMs,
    oldOneLives: true,
    movesItsEnd: true,
    isPossible: canRenew,
    renew: (surroundings, credentials) =>
      callOnce(words, surroundings, (http) =>
        renewGrant(http, { address: addressFor(surroundings), credentials, now: surroundings.now }),
      ),
  },
  revoke: (surroundings, credentials) =>
    callOnce(words, surroundings, (http) => revokeGrant(http, { address: addressFor(surroundings), credentials })),
  revokeByHand: 'facebook.com > Settings > Business integrations',
}
