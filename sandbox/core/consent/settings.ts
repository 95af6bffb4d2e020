import { z } from 'zod'
import type { Grants } from './grants.ts'

/** The switches that every platform with consent has. */
export interface ConsentSettings {
  /** `asked`: people see the page. `given`, `denied`: the answer comes at once, for programs. */
  consent: 'asked' | 'given' | 'denied'
  /** How long a code can be exchanged. */
  codeSeconds: number
  /** `first`, `none`: what is granted is less than was chosen. */
  grantAccounts: 'chosen' | 'first' | 'none'
  /** Whether a refresh token comes with an access token. */
  refreshTokens: 'yes' | 'no'
  /** Where refresh tokens rotate: what becomes of the one that was used. */
  oldRefreshTokens: 'live' | 'die'
  /** Whether people are sent back to http on this machine. */
  loopback: 'taken' | 'refused'
  /** How far the app of the box is: what that changes differs by platform. */
  appMode: 'live' | 'testing'
  /** What the platform approved for the app of the box; null: everything. */
  appScopes: string[] | null
  /** More apps in the developer console. */
  apps: RegisteredApp[]
}

interface RegisteredApp {
  id: string
  secret: string
  name?: string | undefined
  redirectUris?: string[] | undefined
  mode?: 'live' | 'testing' | undefined
  scopes?: string[] | undefined
}

export const initialConsent: ConsentSettings = {
  consent: 'asked',
  codeSeconds: 600,
  grantAccounts: 'chosen',
  refreshTokens: 'yes',
  oldRefreshTokens: 'live',
  loopback: 'taken',
  appMode: 'live',
  appScopes: null,
  apps: [],
}

const text = z.string().min(1).max(200)
const mode = z.enum(['live', 'testing'])
const scopes = z.array(text).max(100)

export const consentInput = {
  consent: z.enum(['asked', 'given', 'denied']).optional(),
  codeSeconds: z.int().min(1).optional(),
  grantAccounts: z.enum(['chosen', 'first', 'none']).optional(),
  refreshTokens: z.enum(['yes', 'no']).optional(),
  oldRefreshTokens: z.enum(['live', 'die']).optional(),
  loopback: z.enum(['taken', 'refused']).optional(),
  appMode: mode.optional(),
  appScopes: scopes.nullable().optional(),
  apps: z
    .array(
      z.strictObject({
        id: text,
        secret: text,
        name: text.optional(),
        redirectUris: z.array(z.string().max(2000)).max(20).optional(),
        mode: mode.optional(),
        scopes: scopes.optional(),
      }),
    )
    .max(50)
    .optional(),
  expireTokens: z.literal(true).optional(),
  revokeTokens: z.literal(true).optional(),
  restoreTokens: z.literal(true).optional(),
}

interface TokenActions {
  expireTokens?: true | undefined
  revokeTokens?: true | undefined
  restoreTokens?: true | undefined
}

/** The switches that do something at once; the rest is answered. */
export function actOnTokens<T extends TokenActions>(
  grants: Grants,
  input: T,
): Omit<T, 'expireTokens' | 'revokeTokens' | 'restoreTokens'> {
  const { expireTokens, revokeTokens, restoreTokens, ...rest } = input
  if (expireTokens) grants.expireAll()
  if (revokeTokens) grants.revokeAll()
  if (restoreTokens) grants.restoreDemo()
  return rest
}
