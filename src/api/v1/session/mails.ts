import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { changeWishes, keepLanguage, readLanguage, readWishes } from '../../../core/mail/choices.ts'
import type { MailWishes } from '../../../core/mail/choices.ts'
import { languageTags } from '../../../languages/languages.ts'
import { findPerson } from '../../../core/people/members.ts'
import { personBehind } from './person.ts'

const section = 'People'

const wishes = {
  approvals: z.boolean().meta({ description: 'What waits for approval and they may approve.' }),
  launches: z.boolean().meta({ description: 'Launches that end with ads that failed.' }),
  caps: z.boolean().meta({ description: 'Caps of spend guards that are reached.' }),
}

const Language = z.enum(languageTags).nullable().meta({
  description:
    'In which mails to them are written, and the pages behind links that they were sent, in every company; null: mails are in English, and pages in the language of the browser.',
})

const MailWishesView = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether anything is mailed here: SMTP_URL is set.' }),
    confirmed: z.boolean().meta({
      description:
        'Whether their address was confirmed. To one that was not, only invites and links to sign in are mailed.',
    }),
    ...wishes,
    language: Language,
  })
  .meta({ id: 'MailWishes' })

export const readMailWishes = operation({
  name: 'read_mail_wishes',
  rest: { method: 'GET', path: '/v1/session/mails' },
  section,
  summary: 'What the person who asks is mailed about in this company, and in which language.',
  description: 'New passkeys of theirs are always mailed, and new admin keys to every admin.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  reply: MailWishesView,
  async handle(deps, call) {
    const { id } = personBehind(call.actor)
    const { confirmed } = await findPerson(deps, call, id)
    const [own, language] = await Promise.all([readWishes(deps, call, id), readLanguage(deps, id)])
    return { enabled: deps.mails !== null, confirmed, ...own, language }
  },
})

export const changeMailWishes = operation({
  name: 'update_mail_wishes',
  rest: { method: 'PATCH', path: '/v1/session/mails' },
  section,
  summary: 'Say what to be mailed about in this company, and in which language.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    approvals: wishes.approvals.optional(),
    launches: wishes.launches.optional(),
    caps: wishes.caps.optional(),
    language: Language.optional(),
  }),
  reply: MailWishesView,
  async handle(deps, call, { language: wanted, ...input }) {
    const { id } = personBehind(call.actor)
    const [before, spoken] = await Promise.all([readWishes(deps, call, id), readLanguage(deps, id)])
    const given = Object.fromEntries(Object.entries(input).filter(([, wish]) => wish !== undefined))
    const after: MailWishes = { ...before, ...given }
    await changeWishes(deps, call, id, after)
    const language = wanted === undefined ? spoken : wanted
    if (language !== spoken) await keepLanguage(deps, id, language)
    call.touched({
      targets: [`person:${id}`],
      before: { ...before, language: spoken },
      after: { ...after, language },
    })
    const { confirmed } = await findPerson(deps, call, id)
    return { enabled: deps.mails !== null, confirmed, ...after, language }
  },
})
