import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { acceptCompany, listOwnCompanies } from '../../../core/people/companies/own-companies.ts'
import { RoleWord } from '../people/person-view.ts'
import { personBehind } from './person.ts'
import { EndedView } from './signed-in.ts'

const section = 'People'

const PersonsCompany = z
  .object({
    slug: z.string().meta({ description: 'Short name of the company: what a sign-in names it by.' }),
    name: z.string().meta({ description: 'What the company is called.' }),
    state: z.enum(['member', 'separate']).meta({
      id: 'PersonsCompanyState',
      description:
        'member: the person belongs to it; separate: somebody there has the same address, which nobody has confirmed for that company.',
    }),
    role: RoleWord.meta({ description: 'What they, or the separate person, may do there.' }),
    current: z.boolean().meta({ description: 'Whether it is the one that they are signed in to.' }),
  })
  .meta({ id: 'PersonsCompany' })

export const ownCompanies = operation({
  name: 'list_own_companies',
  rest: { method: 'GET', path: '/v1/session/companies' },
  section,
  summary: 'The companies of the person who asks, and those where somebody separate has their address.',
  description:
    'Somebody whose address was never confirmed is in one company alone. Once it is, they see where else it was invited, and accept what is theirs.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  reply: z.object({
    confirmed: z.boolean().meta({ description: 'Whether it was confirmed that their address is theirs.' }),
    data: z.array(PersonsCompany).meta({ description: 'Their own first, in the order in which they joined.' }),
  }),
  async handle(deps, call) {
    const { confirmed, companies } = await listOwnCompanies(deps.db, personBehind(call.actor).id)
    return { confirmed, data: companies.map((each) => ({ ...each, current: each.slug === call.company.slug })) }
  },
})

export const acceptOwnCompany = operation({
  name: 'accept_company',
  rest: { method: 'POST', path: '/v1/session/companies/{slug}/accept' },
  section,
  summary: 'Be in another company what somebody separate with the same, confirmed address was there.',
  description:
    'Their role, workspaces and keys are those of the person who asks from now on. What signed the separate one in (passkeys, sessions, links) ends; none of it moves. ' +
    'The company is told.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({ slug: z.string().min(1).max(40).meta({ description: 'Short name of the company.' }) }),
  reply: z.object({
    company: PersonsCompany.meta({ description: 'The company, which the person belongs to now.' }),
    ended: EndedView.meta({ description: 'What signed the separate person in, and does no more.' }),
  }),
  async handle(deps, call, { slug }) {
    const { company, ended } = await acceptCompany(deps.db, personBehind(call.actor).id, slug)
    return { company: { ...company, current: false }, ended }
  },
})
