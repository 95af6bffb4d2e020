import { z } from 'zod'
import type { TemplateRow } from '../../../core/media/templates.ts'
import { text, words } from '../../../core/media/library-text.ts'

const copy = {
  title: text(2000).nullish().meta({ description: 'Headline.' }),
  description: text(10_000).nullish().meta({ description: 'Body text.' }),
  cta: text(100).nullish().meta({ description: 'Call to action, such as SHOP_NOW.' }),
  link: text(4000).nullish().meta({ description: 'Where the ad leads to.' }),
}

const Variation = z.object(copy).meta({ id: 'AdCopyVariation' })

const maxVariations = 50

export const templateFields = {
  name: words(200).meta({ description: 'What people call the template.' }),
  ...copy,
  variations: z
    .array(Variation)
    .max(maxVariations)
    .optional()
    .meta({
      description: `Other wordings of the same ad, at most ${maxVariations}; what one leaves out is taken from the template.`,
    }),
}

export const Template = z
  .object({
    id: z.number().int().meta({ description: 'Id of the template.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    title: z.string().nullable().meta({ description: 'Headline.' }),
    description: z.string().nullable().meta({ description: 'Body text.' }),
    cta: z.string().nullable().meta({ description: 'Call to action, such as SHOP_NOW.' }),
    link: z.string().nullable().meta({ description: 'Where the ad leads to.' }),
    variations: z.array(Variation).meta({ description: 'Other wordings of the same ad.' }),
    createdAt: z.string().meta({ description: 'When it was made.', format: 'date-time' }),
    updatedAt: z.string().meta({ description: 'When it was changed last.', format: 'date-time' }),
  })
  .meta({ id: 'AdCopyTemplate' })

export function presentTemplate(row: TemplateRow): z.output<typeof Template> {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    cta: row.cta,
    link: row.link,
    variations: row.variations,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
