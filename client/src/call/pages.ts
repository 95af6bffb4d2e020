import { required } from '../required.ts'
import { call } from './call.ts'
import type { Fields, Operation } from './call.ts'
import type { Connection } from './connection.ts'
import type { CallOptions } from '../operation-types.ts'

interface Page {
  data: unknown[]
  pagination: { nextCursor: string | null }
}

/** The next page is asked for when the one before has been read to its end. */
export async function* entriesOf(
  connection: Connection,
  operation: Operation,
  input: Fields,
  options: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let asked = input
  for (;;) {
    const page = (await call(connection, operation, asked, options)) as Page
    yield* page.data
    const { nextCursor } = page.pagination
    if (nextCursor === null) return
    asked = { ...input, [required(operation.goesOnWith, 'field of the next page')]: nextCursor }
  }
}
