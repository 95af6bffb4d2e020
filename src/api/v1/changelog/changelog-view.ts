import { z } from 'zod'
import { isDay } from '../../../core/days/range.ts'
import { words } from '../../../core/media/library-text.ts'

export const section = 'Events and safety'
const max = { title: 200, body: 20_000, tags: 20, tag: 50, auditEntries: 500 }

export const changelogFields = {
  title: words(max.title).meta({ description: `What was changed, in a line of at most ${max.title} letters.` }),
  body: z.string().max(max.body).meta({ description: 'The rest, in Markdown.' }),
  tags: z.array(words(max.tag)).max(max.tags).meta({ description: 'Words to find it by.' }),
  date: z
    .string()
    .refine(isDay, 'must be a day such as 2026-11-01')
    .meta({ description: 'The day that it is about.', format: 'date' }),
  auditEntries: z
    .array(z.number().int().positive())
    .max(max.auditEntries)
    .meta({ description: 'Numbers of the entries of the audit log that it tells of.' }),
}

export const ChangelogEntry = z
  .object({
    id: z.number().int().meta({ description: 'Id of the entry.' }),
    ...changelogFields,
    createdBy: z.string().meta({ description: 'Who wrote it.' }),
    createdAt: z.string().meta({ description: 'When it was written.', format: 'date-time' }),
    updatedAt: z.string().meta({ description: 'When it was last changed.', format: 'date-time' }),
  })
  .meta({ id: 'ChangelogEntry' })

export const ChangelogProposal = z.object(changelogFields).meta({
  id: 'ChangelogProposal',
  description: 'An entry that could be written, from the audit log. POST it, changed or not.',
})
