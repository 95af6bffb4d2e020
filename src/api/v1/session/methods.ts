import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { hasPasskeys } from '../../../core/people/sessions/passkeys.ts'

const Provider = z
  .object({
    name: z.string().meta({ description: 'What the provider is called: the name of its host.' }),
    path: z.string().meta({ description: 'Where the browser goes to sign in there.' }),
  })
  .meta({ id: 'IdentityProvider' })

export const signInMethods = operation({
  name: 'list_ways_to_sign_in',
  rest: { method: 'GET', path: '/v1/session/ways' },
  section: 'People',
  summary: 'Which ways to sign in there are here.',
  scope: null,
  effect: 'reads',
  example: {},
  reply: z.object({
    link: z.literal(true).meta({ description: 'One-time links, which `flightdeck login-link` makes, always work.' }),
    mail: z.boolean().meta({ description: 'Whether such a link can be mailed: POST /v1/session/link.' }),
    passkey: z.boolean().meta({ description: 'Whether passkeys can be used: PUBLIC_URL has to have a name.' }),
    oidc: Provider.nullable().meta({ description: "The company's own identity provider; null: none is set." }),
  }),
  async handle({ config, publicUrl }) {
    const oidc = config.oidc && { name: new URL(config.oidc.issuer).hostname, path: '/v1/session/oidc' }
    return { link: true as const, mail: config.mail !== null, passkey: hasPasskeys(publicUrl()), oidc }
  },
})
