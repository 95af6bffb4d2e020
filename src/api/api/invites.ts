import { z } from 'zod'
import { operation, OtherReply } from '../../call/operation.ts'
import { acceptInvite, invite } from '../../core/people/invites.ts'
import { InviteFields, inviteReply, InviteView, presentInvite } from '../v1/people/invite-view.ts'
import { SignedIn, signIn, tried } from '../v1/session/signed-in.ts'

const section = 'Older surface'

export const olderInvite = operation({
  name: 'invite_person_older',
  rest: { method: 'POST', path: '/api/invites', surface: 'older', status: 201 },
  section,
  summary: 'Invite somebody to the company.',
  scope: 'admin',
  effect: 'changes',
  forPeople: true,
  failures: ['conflict'],
  input: z.object(InviteFields),
  reply: InviteView.extend({ link: z.string().meta({ description: 'What to send them, told this once.' }) }).meta({
    id: 'NewInvite',
  }),
  async handle(deps, call, input) {
    const made = await invite(deps, call, input)
    call.touched({ targets: [`invite:${made.invite.id}`], after: presentInvite(made.invite) })
    return inviteReply(made, deps.publicUrl())
  },
})

export const olderAcceptInvite = operation({
  name: 'accept_invite',
  rest: { method: 'POST', path: '/api/invites/{token}/accept', surface: 'older' },
  section,
  summary: 'Join the company that one was invited to, and sign in. For people.',
  scope: null,
  effect: 'changes',
  failures: ['invite_expired', 'not_found', 'conflict', 'rate_limit_exceeded'],
  input: z.object({
    token: z.string().min(1).max(200).meta({ description: 'What the link of the invite ends with.' }),
    name: z.string().trim().min(1).max(100).meta({ description: 'What to be called.' }),
  }),
  reply: SignedIn,
  async handle(deps, call, { token, name }) {
    const member = await tried(deps, { kind: 'invite', token }, () => acceptInvite(deps.db, token, name))
    const { status, value, headers } = await signIn(deps, call, { ...member, way: 'invite' })
    return new OtherReply(status, value, headers)
  },
})
