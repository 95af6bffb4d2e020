import { z } from 'zod'
import { OtherReply } from '../../../call/operation.ts'
import { sandboxField } from '../../shapes.ts'

/** Of calls with a result for each part. */
export const countedReply = {
  ...sandboxField,
  success: z
    .boolean()
    .optional()
    .meta({ description: 'false when nothing at all went well; each result has its own.' }),
  message: z.string().optional().meta({ description: 'Why, when nothing at all went well.' }),
  successCount: z.number().int().meta({ description: 'How many went well.' }),
  failCount: z.number().int().meta({ description: 'How many failed.' }),
}

interface Counted {
  successCount: number
  failCount: number
}

/**
 * Where nothing at all went well, the call did not succeed; its shape and status stay, because each part has its own
 * result. Such an answer is not kept for the caller's Idempotency-Key: nothing was changed, so a repeat may try again.
 */
export function describeAsFailed<T extends Counted>(
  answer: T,
  firstMessage: string | undefined,
): T | OtherReply<T & { success: false; message: string }> {
  const { successCount, failCount } = answer
  if (successCount > 0 || failCount === 0) return answer
  const all = failCount === 1 ? 'It failed' : `All ${failCount} failed`
  const message = firstMessage ? `${all}: ${firstMessage}` : `${all}.`
  return new OtherReply(200, { success: false as const, message, ...answer })
}
