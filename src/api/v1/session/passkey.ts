import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import {
  checkPasskey,
  notePasskeyUse,
  questionAnswered,
  signInOptions,
  siteOf,
} from '../../../core/people/sessions/passkeys.ts'
import { memberOf } from '../../../core/people/sessions/sign-in.ts'
import { SignedIn, signIn, tried } from './signed-in.ts'

const section = 'People'

export const passkeySignInOptions = operation({
  name: 'ask_for_passkey',
  rest: { method: 'POST', path: '/v1/session/passkey/options' },
  section,
  summary: 'What a browser needs to ask for a passkey.',
  scope: null,
  effect: 'changes',
  example: {},
  reply: z.object({
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'For navigator.credentials.get, in the form of JSON.' }),
  }),
  handle: async ({ seal, publicUrl }) => ({ options: await signInOptions(seal, siteOf(publicUrl())) }),
})

export const signInByPasskey = operation({
  name: 'sign_in_by_passkey',
  rest: { method: 'POST', path: '/v1/session/passkey' },
  section,
  summary: 'Sign in with a passkey. For people who have made one.',
  scope: null,
  effect: 'changes',
  failures: ['unauthorized', 'rate_limit_exceeded'],
  input: z.object({
    response: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the browser answered, in the form of JSON.' }),
    company: z.string().max(40).optional().meta({ description: 'Slug of the company, for who belongs to several.' }),
  }),
  reply: SignedIn,
  handle: (deps, call, { response, company }) =>
    tried(deps, { kind: 'answer', ...questionAnswered(deps.seal, response) }, async () => {
      const passkey = await checkPasskey(deps, siteOf(deps.publicUrl()), response)
      if (!passkey) return null
      return signIn(deps, call, async (trx) => {
        if (!(await notePasskeyUse(trx, passkey))) return null
        const member = await memberOf(trx, passkey.userId, company)
        return member && { ...member, way: 'passkey' }
      })
    }),
})
