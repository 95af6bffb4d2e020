import { z } from 'zod'
import type { OAuth, TokenSurroundings } from '../contract/oauth.ts'
import { addressWith, appSecret, callOnce, exchangeOnce, readConsent, standsAt } from '../kit/oauth/consent.ts'
import { apiAddress, apiVersion } from './client.ts'
import { exchangeCode, revokeToken, words } from './grant.ts'
import { sandboxPath } from './name.ts'
import { scopes } from './scopes.ts'

export const sandboxApp = { appId: '7100000000000000001', appSecret: 'sandbox-tiktok-secret' }

export const appId = z
  .string()
  .trim()
  .regex(/^\d{1,30}$/, 'must be the number of the app')
  .meta({ description: `From ${words.console.id}.` })

const addressFor = (surroundings: TokenSurroundings) => standsAt(surroundings, sandboxPath, apiAddress)
const apiFor = (surroundings: TokenSurroundings) => `${addressFor(surroundings)}/open_api/${apiVersion}`

/** Advertisers consent here; the accounts that posts belong to have a consent of their own, which is not asked for. */
export const oauth: OAuth = {
  app: z.object({
    appId,
    appSecret: appSecret(words.console.secret),
  }),
  sandboxApp,
  usesPkce: false,
  allowsLoopback: true,
  redirectRule: 'An app lists at most ten.',
  scopes,
  /** Permissions are those of the app; nothing is asked for here. */
  authorizeUrl(surroundings, { state, redirectUri }) {
    return addressWith(`${addressFor(surroundings)}/portal/auth`, {
      app_id: surroundings.app.appId,
      state,
      redirect_uri: redirectUri,
    })
  },
  readAnswer: (answer) => readConsent(words, answer, { access_denied: 'declined' }, ['auth_code', 'code']),
  exchange(surroundings, { code }) {
    return exchangeOnce(words, surroundings, (http) =>
      exchangeCode(http, { address: apiFor(surroundings), credentials: { ...surroundings.app }, code }),
    )
  },
  revoke: (surroundings, credentials) =>
    callOnce(words, surroundings, (http) => revokeToken(http, { address: apiFor(surroundings), credentials })),
  revokeByHand: 'business.tiktok.com > Settings > Authorized apps of the ad account',
}
