import { z } from 'zod'
import { operation, OtherReply } from '../../../call/operation.ts'
import type { Operation } from '../../../call/operation.ts'
import { confirmPerson } from '../../../core/people/invites/confirm.ts'
import { useSignInLink } from '../../../core/people/invites/links.ts'
import { findPerson, renamePerson } from '../../../core/people/members.ts'
import { endSession } from '../../../core/people/sessions/sessions.ts'
import { dropSession } from '../../../call/cookies.ts'
import { mayCall } from '../../../call/scopes.ts'
import { eventId } from '../../../core/events/present.ts'
import { lastNumber } from '../../../core/events/read.ts'
import { readOwnSession } from '../../../core/people/sessions/own-session.ts'
import { CurrencyCode, ScopeWord } from '../../shapes.ts'
import { PersonView, presentPerson, RoleWord } from '../people/person-view.ts'
import { SignInMethod } from '../sessions.ts'
import { personBehind } from './person.ts'
import { SignedIn, signIn, tried } from './signed-in.ts'

const section = 'People'

export const signInByLink = operation({
  name: 'sign_in',
  evenHeld: true,
  rest: { method: 'POST', path: '/v1/session' },
  section,
  summary: 'Sign in with the token of a one-time link.',
  description:
    'For people. The first start prints such a link for the owner of the demo company; `flightdeck login-link` makes others. The token stands behind the ' +
    '# of the link, so that no server sees it before this call. The answer sets the cookie of the session. A link that the operator made for an address, or that was mailed there, confirms ' +
    'that it is theirs: passkeys and sessions that they had before end, and the answer says how many.',
  scope: null,
  effect: 'changes',
  failures: ['unauthorized', 'rate_limit_exceeded'],
  input: z.object({
    token: z.string().min(1).max(200).meta({ description: 'What the link ends with. It can be used once.' }),
  }),
  reply: SignedIn,
  handle: (deps, call, { token }) =>
    tried(deps, { kind: 'link', token }, () =>
      signIn(deps, call, async (trx) => {
        const used = await useSignInLink(trx, token)
        if (!used) return null
        if (used.confirmedBy === null) return { ...used.member, way: 'link' }
        const confirmed = await confirmPerson(trx, used.member, used.confirmedBy)
        return confirmed && { ...confirmed.member, ended: confirmed.ended, way: 'link' }
      }),
    ),
})

export const signOut = operation({
  name: 'sign_out',
  evenHeld: true,
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

export const renameOneself = operation({
  name: 'rename_oneself',
  rest: { method: 'PATCH', path: '/v1/session' },
  section,
  summary: 'Be called something else, in every company that one belongs to.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({ name: z.string().trim().min(1).max(100).meta({ description: 'What to be called.' }) }),
  reply: PersonView,
  async handle(deps, call, { name }) {
    const { id } = personBehind(call.actor)
    const before = presentPerson(await findPerson(deps, call, id))
    await renamePerson(deps.db, id, name)
    const after = presentPerson(await findPerson(deps, call, id))
    call.touched({ before, after })
    return after
  },
})

const named = {
  id: z.string().meta({ description: 'Id here, as text.' }),
  name: z.string().meta({ description: 'What people call it.' }),
  slug: z.string().meta({ description: 'Short name, unique in this installation.' }),
}
const time = (description: string) => z.string().meta({ description, format: 'date-time' })

const OwnSession = z
  .object({
    person: PersonView.meta({ description: 'Who is signed in.' }),
    company: z
      .object({
        ...named,
        currency: CurrencyCode.nullable().meta({
          description: 'What its totals are in; null: no account is known yet.',
        }),
      })
      .meta({ id: 'OwnCompany', description: 'The company that everything is read and done for.' }),
    workspaces: z
      .array(z.object(named).meta({ id: 'OwnWorkspace' }))
      .meta({ description: 'The workspaces that the person sees: their own, or all of the company.' }),
    session: z
      .object({
        id: z.number().int().meta({ description: 'Id of the session.' }),
        way: SignInMethod,
        createdAt: time('When it was signed in.'),
        expiresAt: time('When it ends at the latest; earlier after 7 days without use.'),
        provenAt: z.string().nullable().meta({
          description: 'When they last showed that it is them; null: the identity provider did not say.',
          format: 'date-time',
        }),
      })
      .meta({ id: 'OwnSessionTimes', description: 'The session that asks.' }),
    scopes: z.array(ScopeWord).meta({ description: 'What the role lets them do, in the words of keys.' }),
    mayGiveRoles: z.array(RoleWord).meta({ description: 'Roles that they may give to others; empty: none.' }),
    operator: z.boolean().meta({ description: 'Whether they see the whole instance: `GET /v1/instance`.' }),
    forPeople: z
      .array(z.string())
      .meta({ description: 'Names of the operations for people alone that they may call.' }),
    lastEventId: z.string().meta({
      description:
        'Where the events of the company stand: whoever goes on from here (GET /v1/events) misses nothing that happens after this answer.',
      examples: ['evt_1_42'],
    }),
  })
  .meta({ id: 'OwnSession' })

/** The table is asked for late, because it holds this operation too. */
export function readSession(table: () => Operation[]): Operation {
  return operation({
    name: 'read_session',
    rest: { method: 'GET', path: '/v1/session' },
    section,
    summary: 'Who is signed in: person, role, company, workspaces, when the session ends, and what they may do.',
    description: 'API keys ask `GET /v1/user` who they are.',
    scope: 'read',
    effect: 'reads',
    forPeople: true,
    reply: OwnSession,
    async handle(deps, call) {
      // First: whatever is read after this one is at least as new.
      const lastEventId = eventId(call.company, await lastNumber(deps, call))
      const own = await readOwnSession(deps, call, personBehind(call.actor))
      const { createdAt, expiresAt, provenAt, ...session } = own.session
      const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
      const open = table().filter(
        (each) => each.forPeople && mayCall(call.actor, each.scope) && (own.operator || !each.forOperators),
      )
      return {
        ...own,
        person: presentPerson(own.person),
        session: { ...session, ...times, provenAt: provenAt?.toISOString() ?? null },
        scopes: [...call.actor.scopes],
        forPeople: open.map(({ name }) => name).sort(),
        lastEventId,
      }
    },
  })
}
