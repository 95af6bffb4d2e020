import { z } from 'zod'
import { ConfigError } from './error.ts'

export const oidcSettings = {
  OIDC_ISSUER: {
    default: 'none',
    about: 'address of an OpenID Connect provider at which people sign in; needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  },
  OIDC_CLIENT_ID: {
    default: 'none',
    about: 'what the provider knows this service by; it comes back to PUBLIC_URL/v1/session/oidc/callback',
  },
  OIDC_CLIENT_SECRET: { default: 'none', about: 'the secret that goes with OIDC_CLIENT_ID' },
} as const

export const oidcEnvironment = {
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
}

/** Where people sign in, when the company has a provider of its own. */
export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
}

type Given = { [name in keyof typeof oidcEnvironment]?: string | undefined }

export function readOidc(env: Given): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret }
  if (!issuer && !clientId && !clientSecret) return null
  throw new ConfigError('Wrong setting. OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.')
}
