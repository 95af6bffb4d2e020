import { z } from 'zod'
import { guardModes, limitNames } from '../../../core/guards/guard.ts'
import { unknown } from '../../../core/guards/figure.ts'
import { CurrencyCode } from '../../shapes.ts'

export const GuardModeWord = z.enum(guardModes).meta({ id: 'GuardMode' })
export const GuardLimitWord = z.enum(limitNames).meta({ id: 'GuardLimit' })
export const GuardFigure = z.union([z.number(), z.literal(unknown)])

export const GuardNote = z
  .object({
    guard: z.number().int().meta({ description: 'Id of the spend guard.' }),
    name: z.string().nullable().meta({ description: 'What it is called, if anything.' }),
    mode: GuardModeWord.meta({
      description: 'What becomes of the write: it is refused, a person is asked, or it is done.',
    }),
    limit: GuardLimitWord.meta({ description: 'Which of its limits the write goes beyond.' }),
    message: z.string().meta({ description: 'Why, for people.' }),
    spend: GuardFigure.meta({
      description: 'What was spent, or what else the limit is compared with; "unknown" where nobody can tell.',
    }),
    running: GuardFigure.optional().meta({
      description: 'Of a cap: what may still be spent besides, by what runs or was let through; absent: it is no cap.',
    }),
    left: GuardFigure.optional().meta({ description: 'Of a cap: what is left of it; absent: it is no cap.' }),
    reachedAt: z.iso.datetime().nullable().optional().meta({
      description:
        "Of a cap: when it will be reached at today's pace; null: not within the day or month, or nobody can tell; absent: it is no cap.",
    }),
    adds: GuardFigure.meta({ description: 'What the write may add on a day; "unknown" where nobody can tell.' }),
    cap: z.number().meta({ description: 'The limit.' }),
    currency: CurrencyCode.meta({ description: 'The currency of its amounts.' }),
    sandbox: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether all of the write is in the sandbox; null: nobody wrote it down.' }),
  })
  .meta({ id: 'GuardNote' })

/** On what only looks: what guards would say. */
export const guardNotes = z
  .array(GuardNote)
  .optional()
  .meta({ description: 'What spend guards would say to it; absent: nothing.' })
