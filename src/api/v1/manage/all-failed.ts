import { OtherReply } from '../../../call/endpoint.ts'

interface Counted {
  successCount: number
  failCount: number
}

/**
 * Where nothing at all went well, the call did not succeed; its shape and status stay, because each part has its own
 * result. Such an answer is not kept for the caller's Idempotency-Key: nothing was changed, so a repeat may try again.
 */
export function toldAsFailed<T extends Counted>(
  answer: T,
  firstMessage: string | undefined,
): T | OtherReply<T & { success: false; message: string }> {
  const { successCount, failCount } = answer
  if (successCount > 0 || failCount === 0) return answer
  const all = failCount === 1 ? 'It failed' : `All ${failCount} failed`
  const message = firstMessage ? `${all}: ${firstMessage}` : `${all}.`
  return new OtherReply(200, { success: false as const, message, ...answer })
}
