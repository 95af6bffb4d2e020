import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { changeWishes, readWishes } from '../../../core/mail/choices.ts'
import type { MailWishes } from '../../../core/mail/choices.ts'
import { findPerson } from '../../../core/people/members.ts'
import { personBehind } from './person.ts'

const section = 'People'

const wishes = {
  approvals: z.boolean().meta({ description: 'What waits for approval and they may approve.' }),
  launches: z.boolean().meta({ description: 'Launches that end with ads that failed.' }),
  caps: z.boolean().meta({ description: 'Caps of spend guards that are reached.' }),
}

const MailWishesView = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether anything is mailed here: SMTP_URL is set.' }),
    confirmed: z.boolean().meta({
      description:
        'Whether their address was confirmed. To one that was not, only invites and links to sign in are mailed.',
    }),
    ...wishes,
  })
  .meta({ id: 'MailWishes' })

export const readMailWishes = operation({
  name: 'read_mail_wishes',
  rest: { method: 'GET', path: '/v1/session/mails' },
  section,
  summary: 'What the person who asks is mailed about in this company.',
  description: 'New passkeys of theirs are always mailed, and new admin keys to every admin.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  reply: MailWishesView,
  async handle(deps, call) {
    const { id } = personBehind(call.actor)
    const { confirmed } = await findPerson(deps, call, id)
    return { enabled: deps.mails !== null, confirmed, ...(await readWishes(deps, call, id)) }
  },
})

export const changeMailWishes = operation({
  name: 'update_mail_wishes',
  rest: { method: 'PATCH', path: '/v1/session/mails' },
  section,
  summary: 'Say what to be mailed about in this company.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    approvals: wishes.approvals.optional(),
    launches: wishes.launches.optional(),
    caps: wishes.caps.optional(),
  }),
  reply: MailWishesView,
  async handle(deps, call, input) {
    const { id } = personBehind(call.actor)
    const before = await readWishes(deps, call, id)
    const given = Object.fromEntries(Object.entries(input).filter(([, wish]) => wish !== undefined))
    const after: MailWishes = { ...before, ...given }
    await changeWishes(deps, call, id, after)
    call.touched({ targets: [`person:${id}`], before, after })
    const { confirmed } = await findPerson(deps, call, id)
    return { enabled: deps.mails !== null, confirmed, ...after }
  },
})
