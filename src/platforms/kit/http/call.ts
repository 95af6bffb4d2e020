import type { z } from 'zod'
import { CallerGone, PlatformError } from '../../../errors.ts'
import type { Deadline } from '../time/deadline.ts'
import type { Gate } from './gate.ts'
import { MustWait } from './pacer.ts'
import type { Pacer } from './pacer.ts'
import type { Surroundings } from '../../contract/platform.ts'

/** What every driver's calls have in common. */
export interface CallOptions {
  /** Whose allowance the call counts against; empty for calls that belong to no ad account. */
  accountId: string
  signal?: AbortSignal
  /** When it is over, a write must not leave any more. */
  sendBefore?: Deadline
  /** How long to wait for the account's allowance before giving up. */
  maxWaitMs?: number
}

/**
 * A call that is made for a caller alone: none is begun after the caller hung up, and a read that is under way ends. A write is
 * never cut: nobody would know what became of it.
 */
export function endingWith<T extends CallOptions>(options: T, caller: AbortSignal | null, isWrite: boolean): T {
  caller?.throwIfAborted()
  if (!caller || isWrite) return options
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, caller]) : caller }
}

/** What is shorter is no wait that anybody asks about. */
const noticedMs = 250

/**
 * Waits until the account may be called and every gate lets the call through; when that is too long, the call is not made
 * and its failure says so.
 */
export async function waitForAllowance(
  platform: string,
  pacer: Pacer,
  { accountId, maxWaitMs = 5_000, signal }: CallOptions,
  gates: Gate[] = [],
): Promise<void> {
  const from = performance.now()
  try {
    await pacer.ready(accountId, maxWaitMs, signal)
    for (const gate of gates) await gate(maxWaitMs, signal)
    const waitedMs = performance.now() - from
    if (waitedMs > noticedMs) pacer.waited?.(accountId, waitedMs)
  } catch (error) {
    if (signal?.reason instanceof CallerGone) throw signal.reason
    if (!(error instanceof MustWait)) throw error
    pacer.waited?.(accountId, error.waitMs)
    throw new PlatformError({
      platform,
      kind: 'throttled',
      message: error.message,
      retryAfterMs: error.waitMs,
      hint: 'The platform limits how often this account may be called. The call was not made.',
    })
  }
}

/** Makes a call, and tells whoever counts them how it ended. */
export function counted<T>(
  surroundings: Pick<Surroundings, 'aroundCall' | 'onCall'>,
  call: () => Promise<T>,
): Promise<T> {
  const { aroundCall, onCall } = surroundings
  const made = onCall ? () => heardBy(onCall, call) : call
  return aroundCall ? aroundCall(made) : made()
}

async function heardBy<T>(onCall: NonNullable<Surroundings['onCall']>, call: () => Promise<T>): Promise<T> {
  const from = performance.now()
  try {
    const value = await call()
    onCall('ok', performance.now() - from)
    return value
  } catch (error) {
    if (error instanceof PlatformError) onCall(error.kind, performance.now() - from)
    throw error
  }
}

/** An answer in a shape we do not know: for a write that means we cannot tell what happened. */
export function readWire<T>(platform: string, schema: z.ZodType<T>, body: unknown, isWrite: boolean): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new PlatformError({
    platform,
    kind: isWrite ? 'unknown' : 'transient',
    message: `The platform answered in an unexpected shape (${where || 'whole body'}).`,
  })
}

export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
