import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { acceptInvite } from '../../core/people/sessions/accept-invite.ts'
import { invite, inviteDays } from '../../core/people/invites/invites.ts'
import { readSession } from '../../core/people/sessions/sessions.ts'
import type { Db } from '../../db/connect.ts'
import { InviteFields, inviteReply, InviteView, presentInvite } from '../v1/people/invite-view.ts'
import { SignedIn, signIn, tried } from '../v1/session/signed-in.ts'

const section = 'Older surface'

export const olderInvite = operation({
  name: 'invite_person_older',
  rest: { method: 'POST', path: '/api/invites', surface: 'older', status: 201 },
  section,
  summary: 'Invite somebody to the company.',
  description:
    'A signed-in person gets the link to send. An API key of scope admin gets none: its invite waits (state waiting) until an admin confirms it in the ' +
    `dashboard (POST /v1/people/invites/{id}/confirm), at most ${inviteDays} days.`,
  scope: 'admin',
  effect: 'changes',
  failures: ['conflict', 'step_up_required'],
  takesLeftovers: true,
  input: z.object(InviteFields),
  example: { email: 'ann@example.com', role: 'viewer' as const },
  reply: InviteView.extend({
    link: z.string().optional().meta({ description: 'What to send them, told this once. None while it waits.' }),
  }).meta({ id: 'AskedInvite' }),
  async handle(deps, call, input) {
    const { invite: made, token } = await invite(deps, call, input)
    call.touched({ targets: [`invite:${made.id}`], after: presentInvite(made) })
    return token === null ? presentInvite(made) : inviteReply({ invite: made, token }, deps.publicUrl())
  },
})

export const olderAcceptInvite = operation({
  name: 'accept_invite',
  rest: { method: 'POST', path: '/api/invites/{token}/accept', surface: 'older' },
  section,
  summary: 'Join the company that one was invited to, and sign in. For people.',
  description:
    'Without a session it makes somebody new, who is in that company alone. An address that somebody has confirmed is theirs: they join as who they are, signed in ' +
    '(the cookie of their session), and anybody else gets 403 `sign_in_first`.',
  scope: null,
  effect: 'changes',
  failures: ['invite_expired', 'not_found', 'conflict', 'sign_in_first', 'rate_limit_exceeded'],
  takesLeftovers: true,
  input: z.object({
    token: z.string().min(1).max(200).meta({ description: 'What the link of the invite ends with.' }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ description: 'What to be called. Somebody who has a name here keeps it.' }),
  }),
  reply: SignedIn,
  async handle(deps, call, { token, name }) {
    const as = call.from.session === null ? null : await readSession(deps.db, call.from.session)
    const arrive = async (trx: Db) => ({ ...(await acceptInvite(trx, { token, name, as })), way: 'invite' as const })
    return tried(deps, { kind: 'invite', token }, () => signIn(deps, call, arrive))
  },
})
