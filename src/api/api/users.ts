import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { listPeople } from '../../core/people/members.ts'
import { pageFields, windowOf } from '../pages.ts'
import { PersonView, presentPerson } from '../v1/people/person-view.ts'

const { page, limit } = pageFields(100, 20)

export const olderUsers = operation({
  name: 'list_older_users',
  rest: { method: 'GET', path: '/api/users', surface: 'older' },
  section: 'Older surface',
  summary: 'Who belongs to the company.',
  scope: 'read',
  keyScope: 'admin',
  effect: 'reads',
  input: z.object({
    page: page.unwrap().default(1).meta({ description: 'Which page, counted from 1.' }),
    pageSize: limit,
  }),
  example: {},
  reply: z.object({
    data: z.array(PersonView).meta({ description: 'The people.' }),
    page: z.number().int().meta({ description: 'Which page this is, counted from 1.' }),
    pageSize: z.number().int().meta({ description: 'How many people a page has at most.' }),
    total: z.number().int().meta({ description: 'How many people there are in all.' }),
  }),
  async handle(deps, call, { page: number, pageSize }) {
    const { people, total } = await listPeople(deps, call, windowOf({ page: number, limit: pageSize }))
    return { data: people.map(presentPerson), page: number, pageSize, total }
  },
})
