import { z } from 'zod'
import { fieldOutcomes } from '../../../core/launch/plan/requested-fields.ts'

/** What becomes of each field of an ad, in the caller's words: of one that is planned, and of one that was launched. */
export const FieldFate = z
  .object({
    field: z.string().meta({ description: 'Such as media.0.url.' }),
    outcome: z.enum(fieldOutcomes).meta({
      description: 'changed: the ad has something else. unused: it is made without. decided: a post, say, decides.',
    }),
    asked: z.unknown().optional().meta({ description: 'Where the ad does not have it.' }),
    has: z.unknown().optional().meta({ description: 'What it has.' }),
    by: z.string().optional().meta({ description: 'Who decided.' }),
    reason: z.string().optional().meta({ description: 'Why.' }),
  })
  .meta({ id: 'FieldFate' })

export const Destination = z
  .object({
    of: z.string().meta({ description: 'ad, or a card: media.0.' }),
    url: z.string().nullable().meta({ description: 'null: not known.' }),
    by: z.string().meta({ description: 'Who decides.' }),
  })
  .meta({ id: 'Destination' })

export const fatesMeta = { description: 'What becomes of the fields of the request.' }
export const destinationsMeta = { description: 'Where clicks lead.' }
