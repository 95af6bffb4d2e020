import { createCalls } from '../../../../client/src/calls.ts'
import type { OperationName, Operations } from '../../../../client/src/index.ts'
import { fetchOrAskedAhead } from './asked-ahead.ts'
import { answerInPages, failureInPages } from './page-words.ts'
import { root } from './root.ts'
import { orStepUp } from '../session/step-up.ts'

const client = createCalls({ baseUrl: root, retries: 2, maxWaitSeconds: 8, fetch: fetchOrAskedAhead })

/**
 * The page is a client of the public interface like any other; the session's cookie goes along by itself. A write that needs a fresh
 * sign-in waits for it and is made again, whichever page it comes from. Where an answer names an operation by its address, people read of a
 * page.
 */
export const flightdeck = new Proxy(client, {
  get(of, name) {
    const method: unknown = Reflect.get(of, name)
    if (typeof method !== 'function') return method
    const call = (given: unknown[]): unknown => Reflect.apply(method, of, given)
    return (...given: unknown[]) => {
      const reply = call(given)
      if (!(reply instanceof Promise)) return reply
      return reply
        .catch((error: unknown) => orStepUp(error, async () => call(given)))
        .then(answerInPages, (error: unknown) => {
          throw failureInPages(error)
        })
    }
  },
})

/** What an operation takes. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Operations[Name]>[0]>
