import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { endSession, listSessions } from '../../core/people/sessions/sessions.ts'
import { personBehind } from './session/person.ts'

const section = 'People'
const time = (description: string) => z.string().meta({ description, format: 'date-time' })

export const SignInMethod = z
  .enum(['link', 'passkey', 'oidc', 'invite'])
  .meta({ id: 'SignInMethod', description: 'How it was signed in to.' })

const SessionView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the session.' }),
    current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
    way: SignInMethod,
    browser: z.string().nullable().meta({ description: 'What the browser calls itself.' }),
    address: z.string().nullable().meta({ description: 'From which address it was signed in.' }),
    createdAt: time('When it was signed in.'),
    lastSeenAt: time('When it was last used.'),
    expiresAt: time('When it ends at the latest.'),
  })
  .meta({ id: 'Session' })

export const sessions = operation({
  name: 'list_sessions',
  rest: { method: 'GET', path: '/v1/sessions' },
  section,
  summary: 'Where the person who asks is signed in.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  reply: z.object({ data: z.array(SessionView).meta({ description: 'Every session, the latest used first.' }) }),
  async handle(deps, call) {
    const { id, sessionId } = personBehind(call.actor)
    const all = await listSessions(deps, call, id)
    return {
      data: all.map(({ createdAt, seenAt, expiresAt, ...rest }) => ({
        ...rest,
        current: rest.id === sessionId,
        createdAt: createdAt.toISOString(),
        lastSeenAt: seenAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    }
  },
})

export const endOneSession = operation({
  name: 'end_session',
  rest: { method: 'DELETE', path: '/v1/sessions/{id}' },
  section,
  summary: 'Sign out elsewhere: the session opens nothing from this moment on.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of the session.' }),
  }),
  reply: z.object({ id: z.number().int().meta({ description: 'Id of the session that has ended.' }) }),
  async handle(deps, call, { id }) {
    await endSession(deps, call, { id, userId: personBehind(call.actor).id })
    return { id }
  },
})
