import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { checkPasskey, notePasskeyUse, siteOf } from '../../../core/people/sessions/passkeys.ts'
import { proveSession, stepUpMinutes } from '../../../core/people/step-up.ts'
import { inTransaction } from '../../../db/connect.ts'
import { AppError, brokenRules } from '../../../errors.ts'
import { personBehind } from './person.ts'

export const stepUp = operation({
  name: 'step_up',
  rest: { method: 'POST', path: '/v1/session/step-up' },
  section: 'People',
  summary: 'Show again that it is you, with a passkey, without signing in anew.',
  description:
    `What opens more doors (a passkey, an admin's key or invite, a looser guard) needs a sign-in of the last ${stepUpMinutes} minutes. The options come from ` +
    '`POST /v1/session/passkey/options`. At an identity provider: `GET /v1/session/oidc?stepUp=true`.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    response: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the browser answered, in the form of JSON.' }),
  }),
  reply: z.object({
    until: z.string().meta({ description: 'For how long that counts.', format: 'date-time' }),
  }),
  async handle(deps, call, { response }) {
    const { id, sessionId } = personBehind(call.actor)
    const passkey = await checkPasskey(deps, siteOf(deps.publicUrl()), response)
    const again = { path: 'response', message: 'is no answer to what this browser was asked: begin again' }
    if (!passkey) throw brokenRules([again])
    if (passkey.userId !== id)
      throw new AppError('forbidden', 'This passkey is of another person than the one signed in.')
    const done = await inTransaction(
      deps.db,
      async (trx) => (await notePasskeyUse(trx, passkey)) && (await proveSession(trx, sessionId, id)),
    )
    if (!done) throw brokenRules([again])
    return { until: new Date(Date.now() + stepUpMinutes * 60_000).toISOString() }
  },
})
