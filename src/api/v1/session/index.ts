import { z } from 'zod'
import { operation, OtherReply } from '../../../call/operation.ts'
import { useSignInLink } from '../../../core/people/links.ts'
import { endSession } from '../../../core/people/sessions.ts'
import { dropSession } from '../../../call/cookies.ts'
import { personBehind } from './person.ts'
import { SignedIn, signIn, tried } from './signed-in.ts'

const section = 'People'

export const signInByLink = operation({
  name: 'sign_in',
  rest: { method: 'POST', path: '/v1/session' },
  section,
  summary: 'Sign in with the token of a one-time link.',
  description:
    'For people. The first start prints such a link for the owner of the demo company; `flightdeck login-link` makes others. The token stands behind the ' +
    '# of the link, so that no server sees it before this call. The answer sets the cookie of the session.',
  scope: null,
  effect: 'changes',
  failures: ['unauthorized', 'rate_limit_exceeded'],
  input: z.object({
    token: z.string().min(1).max(200).meta({ description: 'What the link ends with. It can be used once.' }),
  }),
  reply: SignedIn,
  handle: (deps, call, { token }) =>
    tried(deps, call, async () => {
      const member = await useSignInLink(deps.db, token)
      return member && signIn(deps, call, { ...member, way: 'link' })
    }),
})

export const signOut = operation({
  name: 'sign_out',
  rest: { method: 'DELETE', path: '/v1/session' },
  section,
  summary: 'Sign out: the session of this browser ends.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  reply: z.object({ signedOut: z.literal(true).meta({ description: 'The session has ended.' }) }),
  async handle(deps, call) {
    const { id: userId, sessionId: id } = personBehind(call.actor)
    await endSession(deps, call, { id, userId })
    return new OtherReply(200, { signedOut: true as const }, { 'set-cookie': dropSession(deps.publicUrl()) })
  },
})
