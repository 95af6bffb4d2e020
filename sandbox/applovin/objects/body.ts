import { z } from 'zod'
import { invalid } from '../errors.ts'
import type { ApiCall } from '../world.ts'
import { required } from '../../core/required.ts'

/** Ids are text; numbers are taken too. */
export const IdInput = z.union([z.string().regex(/^\d+$/), z.number().int()]).transform(String)

/** The body in its documented form, or the platform's refusal. */
export function readBody<T>({ request: { body } }: ApiCall, schema: z.ZodType<T>): T {
  if (body.kind !== 'json' || body.malformed) throw invalid('the body must be JSON')
  const parsed = schema.safeParse(body.json)
  if (parsed.success) return parsed.data
  const { path, message } = required(parsed.error.issues[0], 'first issue')
  throw invalid(`${path.join('.') || 'body'}: ${message}`)
}
