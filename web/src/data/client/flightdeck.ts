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
export const flightdeck = inWordsOfPages(client)

function inWordsOfPages<Table extends object>(table: Table): Table {
  return new Proxy(table, {
    get(of, name) {
      const found: unknown = Reflect.get(of, name)
      // Those that go through all the pages of a list, and those of one resource, are tables of their own.
      if (typeof found === 'object' && found !== null) return inWordsOfPages(found)
      if (typeof found !== 'function') return found
      const call = (given: unknown[]): unknown => Reflect.apply(found, of, given)
      return (...given: unknown[]) => {
        const reply = call(given)
        if (reply instanceof Promise) return answerOf(reply, async () => call(given))
        return isEntries(reply) ? eachInWords(reply) : reply
      }
    },
  })
}

const answerOf = (reply: Promise<unknown>, again: () => Promise<unknown>) =>
  reply
    .catch((error: unknown) => orStepUp(error, again))
    .then(answerInPages, (error: unknown) => {
      throw failureInPages(error)
    })

const isEntries = (reply: unknown): reply is AsyncIterable<unknown> =>
  typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply

/** What comes one after the other: the entries of a list, the events of a stream. */
async function* eachInWords(entries: AsyncIterable<unknown>) {
  try {
    for await (const entry of entries) yield answerInPages(entry)
  } catch (error) {
    throw failureInPages(error)
  }
}

/** What an operation takes. */
export type Input<Name extends OperationName> = NonNullable<Parameters<Operations[Name]>[0]>
