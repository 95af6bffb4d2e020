import type { z } from 'zod'
import { isWrapper } from '../../../../core/research/research.ts'
import { schemaIssues, readWith } from '../../../../call/input/parse.ts'
import { AppError, badRequest } from '../../../../errors.ts'
import { olderPath, path } from '../forward.ts'

/** Where a procedure with a documented shape is found. */
export function placesOf(procedure: string) {
  return { path: `${path}/${procedure}`, unlistedAt: [`${olderPath}/${procedure}`] }
}

export const shapeNotes =
  'The fields stand in the query, or as JSON in input; then they go on as they are. The answer has the shape that is described here, ' +
  'and may have more fields. What the research tool refuses is 502, with its own code in details.code.'

/** The fields of a call, or everything that is wrong with them. */
export function readFields<T extends z.ZodObject>(fields: T, given: object): z.output<T> {
  const result = readWith(fields, given)
  if (!result.success) throw badRequest(schemaIssues(result.error))
  return result.data
}

/** The answer in its documented shape; where a transformer wrapped it, what is inside. */
export function inShape<T extends z.ZodType>(
  shape: T,
  procedure: string,
  { result }: { result: Record<string, unknown> },
): { result: { data: z.output<T> } } {
  const data = isWrapper(result.data) ? result.data.json : result.data
  const parsed = shape.safeParse(data)
  if (parsed.success) return { result: { ...result, data: parsed.data } }
  const fields = parsed.error.issues.slice(0, 20).map((issue) => issue.path.join('.'))
  const text = `The research tool answered ${procedure} in another shape than the documented one. With its input as JSON in input, the call is answered as it comes.`
  throw new AppError('platform_error', text, { code: 'UNEXPECTED_SHAPE', procedure, fields })
}
