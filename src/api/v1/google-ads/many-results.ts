import { z } from 'zod'
import type { ManyResults } from '../../../core/search-ads/many.ts'
import { countedReply, describeAsFailed } from '../manage/all-failed.ts'
import { EntityError } from '../manage/entity-list.ts'
import { rehearsalReply } from '../manage/fields.ts'

/** What is told of each of many. */
export const resultFields = {
  index: z.number().int().meta({ description: 'Its place in the request, from 0.' }),
  success: z.boolean().meta({ description: 'Whether it is now as was asked for.' }),
  outcome: z.enum(['added', 'exists', 'removed', 'missing', 'valid', 'refused']).meta({ id: 'ManyOutcome' }).meta({
    description: 'exists: it was there already; valid: a rehearsal found nothing wrong; missing: there is none.',
  }),
  error: EntityError.optional().meta({ description: 'Why the platform refused it.' }),
}

export function manyReply<T extends z.ZodType>(result: T) {
  return z.object({
    ...countedReply,
    results: z.array(result).meta({ description: 'What became of each, in the order of the request.' }),
    ...rehearsalReply,
  })
}

export function describeMany<T>(answer: ManyResults<T>) {
  return describeAsFailed(answer, answer.results[0]?.error?.message)
}
