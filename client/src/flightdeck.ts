import { call, respond } from './call.ts'
import type { Fields, Operation } from './call.ts'
import { openConnection } from './connection.ts'
import type { FlightdeckOptions } from './connection.ts'
import { operations } from './generated/operations.gen.ts'
import type { AllEntries, Operations } from './generated/operations.gen.ts'
import type { CallOptions } from './operation-types.ts'
import { entriesOf } from './pages.ts'

export type OperationName = keyof Operations

/** Every operation under its own name, and what takes more than one call. */
export interface Flightdeck extends Operations {
  /** Lists entry by entry, over all their pages: `for await (const ad of flightdeck.all.listAds({ accountId }))`. */
  all: AllEntries
  /** The answer itself instead of what it says: for its headers, or for a file where an operation has both. */
  request<Name extends OperationName>(
    name: Name,
    input?: Parameters<Operations[Name]>[0],
    options?: CallOptions,
  ): Promise<Response>
}

/** A client of the Flightdeck at an address. It holds no connection: there is nothing to close. */
export function createFlightdeck(options: FlightdeckOptions): Flightdeck {
  const connection = openConnection(options)
  const table = Object.entries(operations as Record<string, Operation>)
  const lists = table.filter(([, operation]) => operation.goesOnWith !== undefined)
  return {
    ...functionsOf<Operations>(
      table,
      (operation) =>
        (input = {}, how = {}) =>
          call(connection, operation, input, how),
    ),
    all: functionsOf<AllEntries>(
      lists,
      (operation) =>
        (input = {}, how = {}) =>
          entriesOf(connection, operation, input, how),
    ),
    request: (name, input, how) => respond(connection, operations[name], (input ?? {}), how ?? {}),
  }
}

type Named = [string, Operation][]
type Function = (input?: Fields, options?: CallOptions) => unknown

/** The table's types say which function has which input and reply; here all are alike. */
function functionsOf<Functions>(table: Named, make: (operation: Operation) => Function): Functions {
  return Object.fromEntries(table.map(([name, operation]) => [name, make(operation)])) as Functions
}
