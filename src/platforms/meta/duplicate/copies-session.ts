import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../../errors.ts'
import type { CallOptions, Graph } from '../client.ts'
import { CopiedWire, SessionWire } from './wire.ts'
import type { Session } from './wire.ts'
import { failureIn } from '../errors.ts'
import { platformName } from '../name.ts'

const maxWaitMs = 10 * 60_000

/** The waits before each look; the last one goes on. The platform takes seconds to minutes, the sandbox about one second. */
const looksMs = { real: [3_000, 3_000, 5_000, 5_000, 10_000], sandbox: [200, 200, 100] }

/** Waits for sessions of the platform's background. */
export interface SessionWatch {
  /** The id of the copy that the session made; throws the refusal it ended with. */
  copyOf(sessionId: string): Promise<string>
}

export function watchSessions(graph: Graph, options: CallOptions, isSandbox: boolean): SessionWatch {
  const waits = isSandbox ? looksMs.sandbox : looksMs.real
  return {
    async copyOf(sessionId) {
      const until = Date.now() + maxWaitMs
      for (let look = 0; Date.now() < until; look++) {
        await delay(waits[Math.min(look, waits.length - 1)])
        const session = await readSession(graph, sessionId, options)
        if (session?.status === 'COMPLETED') return copyIn(session)
        if (session?.status === 'FAILED') throw failureOf(session)
      }
      throw stillCopying()
    },
  }
}

const fields = 'id,status,result,error_code,exception'

/** A look that fails for the moment is no news about the session. */
async function readSession(graph: Graph, sessionId: string, options: CallOptions): Promise<Session | null> {
  try {
    return await graph.get(SessionWire, sessionId, { fields }, options)
  } catch (error) {
    if (error instanceof PlatformError && error.retryable) return null
    throw error
  }
}

function copyIn({ result }: Session): string {
  const copied = CopiedWire.safeParse(parse(result))
  if (copied.success) return copied.data
  const message = 'The platform says that the copy is done, but not which it is.'
  throw new PlatformError({ platform: platformName, kind: 'rejected', message })
}

/** The refusal stands in the result, as in any answer; some sessions have only a code and a text. */
function failureOf({ result, error_code: code, exception }: Session): PlatformError {
  const facts = { status: 200, text: result ?? '', isWrite: false, traceHeader: undefined, allowances: null }
  const failure = failureIn(facts, parse(result))
  if (failure) return new PlatformError(failure)
  const message = exception ?? 'The platform could not make the copy.'
  const kind = code === 1 || code === 2 ? 'transient' : 'rejected'
  return new PlatformError({ platform: platformName, kind, code, message })
}

function stillCopying(): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'transient',
    message: 'The platform is still copying in the background.',
    hint: 'Look at the newest copies on the platform in a few minutes.',
  })
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
