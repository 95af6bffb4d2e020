import { z } from 'zod'
import { roles } from '../../../db/tables/people.ts'
import type { Person } from '../../../core/people/members.ts'

export const RoleWord = z.enum(roles).meta({
  id: 'Role',
  description:
    'viewer reads; member also launches and manages; admin also administers, approves and loosens guards; owner also decides about owners.',
})

export const PersonView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the person.' }),
    name: z.string().meta({ description: 'What they are called.' }),
    email: z.string().meta({ description: 'Their e-mail address.' }),
    confirmed: z.boolean().meta({
      description: 'Whether it was confirmed that the address is theirs. Otherwise they are in this company alone.',
    }),
    role: RoleWord,
    workspaceIds: z.array(z.number().int()).meta({ description: 'The workspaces they work in; empty: all of them.' }),
    since: z.string().meta({ description: 'When they joined.', format: 'date-time' }),
    lastSeenAt: z
      .string()
      .nullable()
      .meta({ description: 'When they were last active; null: never.', format: 'date-time' }),
  })
  .meta({ id: 'Person' })

export function presentPerson({ since, lastSeenAt, ...rest }: Person): z.input<typeof PersonView> {
  return { ...rest, since: since.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null }
}
