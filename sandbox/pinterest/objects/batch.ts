import type { z } from 'zod'
import { ApiError, invalid } from '../errors.ts'
import type { ApiProblem } from '../errors.ts'
import type { ApiCall } from '../world.ts'

/** A body whose form is wrong is refused whole. */
export function readBody<T>(call: ApiCall, schema: z.ZodType<T>): T {
  const { body } = call.request
  if (body.kind !== 'json' || body.malformed) throw invalid('the body must be JSON')
  const parsed = schema.safeParse(body.json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

interface BatchItem {
  data?: object
  exceptions?: ApiProblem | ApiProblem[]
}

/** Each item stands or falls alone; the answer is a 200 whatever became of them, in the order of the request. */
export function eachItem<T>(
  items: T[],
  exceptions: 'object' | 'array',
  write: (item: T) => object,
): { items: BatchItem[] } {
  return {
    items: items.map((item) => {
      try {
        const data = write(item)
        return exceptions === 'array' ? { data, exceptions: [] } : { data }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { exceptions: exceptions === 'array' ? [error.problem] : error.problem }
      }
    }),
  }
}
