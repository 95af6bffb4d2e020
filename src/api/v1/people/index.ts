import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { confirmInvite, invite, inviteDays, listInvites, withdrawInvite } from '../../../core/people/invites/invites.ts'
import { changePerson, listPeople, removePerson } from '../../../core/people/members.ts'
import { stepUpMinutes } from '../../../core/people/step-up.ts'
import { required } from '../../../lookup.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { InviteFields, inviteReply, InviteView, NewInviteView, presentInvite } from './invite-view.ts'
import { idsOfKeys, PersonWithKeys, presentKeys, withTheirKeys } from './keys-of-person.ts'
import { PersonView, presentPerson, RoleWord } from './person-view.ts'

const section = 'People'
const needsFresh = `needs a sign-in of the last ${stepUpMinutes} minutes`
const idOf = (what: string) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: `Id of the ${what}.` })

export const people = operation({
  name: 'list_people',
  rest: { method: 'GET', path: '/v1/people' },
  section,
  summary: 'Who belongs to the company, with their roles.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  input: z.object(pageFields(100, 100)),
  reply: pageOf(PersonView),
  async handle(deps, call, input) {
    const window = windowOf(input)
    const found = await listPeople(deps, call, window)
    return pageWith(found.people.map(presentPerson), window, found.total)
  },
})

export const patchPerson = operation({
  name: 'update_person',
  rest: { method: 'PATCH', path: '/v1/people/{id}' },
  section,
  summary: 'Give somebody another role, or other workspaces.',
  description: `There is always an owner. Nobody gives a role above their own, or changes somebody above them. To make somebody an admin or an owner ${needsFresh}. What they are called, everybody changes for themselves.`,
  scope: 'admin',
  effect: 'changes',
  forPeople: true,
  failures: ['conflict', 'step_up_required'],
  input: z.object({
    id: idOf('person'),
    role: RoleWord.optional(),
    name: z.string().trim().min(1).max(100).optional().meta({ description: 'What to be called: only for oneself.' }),
    workspaceIds: z
      .array(z.coerce.number().int().min(1))
      .max(100)
      .optional()
      .meta({ description: 'The workspaces they work in; an empty list: all of them.' }),
    revokeKeys: z
      .boolean()
      .default(false)
      .meta({ description: 'true: the keys that they made are revoked, too. The answer names those that go on.' }),
  }),
  reply: PersonWithKeys,
  async handle(deps, call, { revokeKeys, ...input }) {
    const ended = await withTheirKeys(deps, call, { id: input.id, revokeKeys }, (db) =>
      changePerson({ db }, call, input),
    )
    const { before, after } = ended.done
    call.touched({ before: presentPerson(before), after: { ...presentPerson(after), ...idsOfKeys(ended) } })
    return { ...presentPerson(after), ...presentKeys(ended) }
  },
})

export const deletePerson = operation({
  name: 'remove_person',
  rest: { method: 'DELETE', path: '/v1/people/{id}' },
  section,
  summary: 'Take somebody out of the company: they are signed out everywhere.',
  description: 'Keys that they made go on: the answer names them, and revokeKeys revokes them in the same step.',
  scope: 'admin',
  effect: 'destroys',
  forPeople: true,
  failures: ['conflict'],
  input: z.object({
    id: idOf('person'),
    revokeKeys: z.stringbool().default(false).meta({ description: 'true: the keys that they made are revoked, too.' }),
  }),
  reply: PersonWithKeys,
  async handle(deps, call, { id, revokeKeys }) {
    const ended = await withTheirKeys(deps, call, { id, revokeKeys }, (db) => removePerson({ db }, call, id))
    const gone = presentPerson(ended.done)
    call.touched({ before: gone, after: { removed: true, ...idsOfKeys(ended) } })
    return { ...gone, ...presentKeys(ended) }
  },
})

export const invites = operation({
  name: 'list_invites',
  rest: { method: 'GET', path: '/v1/people/invites' },
  section,
  summary: 'Invites that can still be accepted, and those that wait for an admin to confirm them.',
  scope: 'admin',
  effect: 'reads',
  forPeople: true,
  reply: z.object({ data: z.array(InviteView).meta({ description: 'The newest first.' }) }),
  handle: async (deps, call) => ({ data: (await listInvites(deps, call)).map(presentInvite) }),
})

export const invitePerson = operation({
  name: 'invite_person',
  rest: { method: 'POST', path: '/v1/people/invites', status: 201 },
  section,
  summary: 'Invite somebody to the company.',
  description: `The answer has the link to send them; it can be used once, within ${inviteDays} days. To invite an admin or an owner ${needsFresh}.`,
  scope: 'admin',
  effect: 'changes',
  forPeople: true,
  failures: ['conflict', 'step_up_required'],
  input: z.object(InviteFields),
  reply: NewInviteView,
  async handle(deps, call, input) {
    const { invite: made, token } = await invite(deps, call, input)
    call.touched({ targets: [`invite:${made.id}`], after: presentInvite(made) })
    return inviteReply({ invite: made, token: required(token, 'token of the invite') }, deps.publicUrl())
  },
})

export const confirmInvitePerson = operation({
  name: 'confirm_invite',
  rest: { method: 'POST', path: '/v1/people/invites/{id}/confirm' },
  section,
  summary: 'Confirm an invite that an API key asked for: it is the invite of whoever confirms it.',
  description:
    `The answer has the link to send them; it can be used once, within ${inviteDays} days. Nobody confirms a role above their own, or workspaces that they do ` +
    `not work in; ${needsFresh}.`,
  scope: 'admin',
  effect: 'changes',
  forPeople: true,
  failures: ['conflict', 'step_up_required'],
  input: z.object({ id: idOf('invite') }),
  reply: NewInviteView,
  async handle(deps, call, { id }) {
    const created = await confirmInvite(deps, call, id)
    call.touched({ after: presentInvite(created.invite) })
    return inviteReply(created, deps.publicUrl())
  },
})

export const deleteInvite = operation({
  name: 'withdraw_invite',
  rest: { method: 'DELETE', path: '/v1/people/invites/{id}' },
  section,
  summary: 'Withdraw an invite: its link opens nothing any more.',
  scope: 'admin',
  effect: 'changes',
  forPeople: true,
  input: z.object({ id: idOf('invite') }),
  reply: z.object({ id: z.number().int().meta({ description: 'Id of the invite that was withdrawn.' }) }),
  async handle(deps, call, { id }) {
    call.touched({ before: await withdrawInvite(deps, call, id), after: { withdrawn: true } })
    return { id }
  },
})
