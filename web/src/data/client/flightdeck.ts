import { createFlightdeck } from '../../../../client/src/index.ts'
import type { OperationName, Operations } from '../../../../client/src/index.ts'
import { root } from './root.ts'
import { orStepUp } from '../session/step-up.ts'

const client = createFlightdeck({ baseUrl: root, retries: 2, maxWaitSeconds: 8 })

/**
 * The page is a client of the public interface like any other; the session's cookie goes along by itself. A write that needs a fresh
 * sign-in waits for it and is made again, whichever page it comes from.
 */
export const flightdeck = new Proxy(client, {
  get(of, name) {
    const method: unknown = Reflect.get(of, name)
    if (typeof method !== 'function') return method
    const call = (given: unknown[]): unknown => Reflect.apply(method, of, given)
    return (...given: unknown[]) => {
      const reply = call(given)
      return reply instanceof Promise
        ? reply.catch((error: unknown) => orStepUp(error, async () => call(given)))
        : reply
    }
  },
})

/** What an operation takes. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Operations[Name]>[0]>
