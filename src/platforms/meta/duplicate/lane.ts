import { createPermits, withPermit } from '../../../async/permits.ts'
import { PlatformError } from '../../../errors.ts'
import type { Graph } from '../client.ts'

/** The same interface with at most so many calls in the air at once: with more, the platform answers with throttles. */
export function atMost(limit: number, graph: Graph): Graph {
  const permits = createPermits(limit)
  const inLane = <T>(call: () => Promise<T>) => withPermit(permits, () => patiently(call))

  return {
    ...graph,
    get: (...call) => inLane(() => graph.get(...call)),
    post: (...call) => inLane(() => graph.post(...call)),
    page: (...call) => inLane(() => graph.page(...call)),
    list: (...call) => inLane(() => graph.list(...call)),
  }
}

/** A throttled call was not carried out. The next one waits for as long as the platform said, if that is not too long. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'throttled') throw error
    return call()
  }
}
