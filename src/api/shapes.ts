import { z } from 'zod'
import { scopes } from '../core/context.ts'
import { PlatformId, TextId } from '../core/launch/plan/request.ts'

const accountIdNotes = { description: 'Ad account id (on the primary platform with the prefix act_).' }

/** Pieces that many operations share. */
export const AccountIdParam = TextId.meta(accountIdNotes)

/** The same in a body, where some clients send numbers. */
export const AccountIdField = PlatformId.meta(accountIdNotes)

export const WorkspaceIdField = PlatformId.optional().meta({
  description: 'The workspace that the account must be in. Left out: any.',
})

/** Ids by comma, or as a list. */
export function platformIds(max: number) {
  const listed = (given: unknown) =>
    typeof given === 'string'
      ? given
          .split(',')
          .map((id) => id.trim())
          .filter((id) => id !== '')
      : given
  return z.preprocess(listed, z.array(PlatformId).max(max, `takes at most ${max}`))
}

export const PlatformName = z.string().meta({ description: 'Which platform, by its name here, such as primary.' })

export const TimeZone = z
  .string()
  .meta({ description: 'The time zone that its days begin and end in.', examples: ['America/New_York'] })

/** What a key may do. */
export const ScopeWord = z.enum(scopes).meta({ id: 'Scope' })

export const CurrencyCode = z.string().meta({ description: 'A currency by its ISO 4217 code.', examples: ['EUR'] })

export const RateShape = z
  .object({
    currency: CurrencyCode,
    rate: z
      .number()
      .positive()
      .meta({
        description: "What one unit of `currency` is worth, in units of the company's currency.",
        examples: [1.08],
      }),
    date: z.string().meta({ description: 'The day it is from.', format: 'date', examples: ['2026-11-01'] }),
    source: z.string().meta({ description: 'Where it comes from.' }),
  })
  .meta({ id: 'CurrencyRate' })

export const FieldIssue = z
  .object({
    path: z.string().meta({ description: 'Where, as in "ads.0.adName"; empty for the request as a whole.' }),
    message: z.string().meta({ description: 'What is wrong.' }),
    expected: z.string().optional().meta({ description: 'What would have been right.' }),
    longest: z
      .number()
      .int()
      .optional()
      .meta({ description: 'Of a text that is too long: how many characters it may have.' }),
  })
  .meta({ id: 'FieldIssue' })

export const Deleted = z
  .object({
    id: z.number().int().meta({ description: 'Id of what is gone.' }),
    deleted: z.literal(true).meta({ description: 'It is gone.' }),
  })
  .meta({ id: 'Deleted' })

/** On every answer of what can spend. */
export const sandboxField = {
  sandbox: z.boolean().meta({ description: 'Whether all of it is in the sandbox, where nothing costs money.' }),
}

/** The same of what may name no account yet. */
export const sandboxOrUnnamed = z
  .boolean()
  .nullable()
  .meta({ description: 'Whether all of it is in the sandbox, where nothing costs money; null: it names no account.' })

/** The same of one thing, whose account may be gone. */
export const sandboxOrGone = z
  .boolean()
  .nullable()
  .meta({ description: 'Whether it is in the sandbox, where nothing costs money; null: its account is gone.' })
