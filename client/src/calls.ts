import { call, respond } from './call/call.ts'
import type { Fields, Operation } from './call/call.ts'
import { entriesOf } from './call/pages.ts'
import { openConnection } from './call/connection.ts'
import type { FlightdeckOptions } from './call/connection.ts'
import { batchEvents, waitForBatch } from './follow/batch-events.ts'
import type { BatchStreamEvent, FollowOptions, WaitOptions } from './follow/batch-events.ts'
import { companyEvents } from './follow/company-events.ts'
import type { EventsOptions } from './follow/company-events.ts'
import { operations } from './generated/operations.gen.ts'
import type { AllEntries, Operations } from './generated/operations.gen.ts'
import type { CompanyEvent, GetBatchStatusReply, UploadMediaReply } from './generated/types.gen.ts'
import type { CallOptions } from './operation-types.ts'
import { upload } from './upload/upload.ts'
import type { UploadOptions } from './upload/upload.ts'
import type { UploadSource } from './upload/source.ts'

export type OperationName = keyof Operations

/** Every operation under its own name, and what takes more than one call. */
export interface Calls extends Operations {
  /** Lists entry by entry, over all their pages: `for await (const ad of flightdeck.all.listAds({ accountId }))`. */
  all: AllEntries
  /** The answer itself instead of what it says: for its headers, or for a file where an operation has both. */
  request<Name extends OperationName>(
    name: Name,
    input?: Parameters<Operations[Name]>[0],
    options?: CallOptions,
  ): Promise<Response>
  /**
   * Follows a batch to its end: by its stream, and by asking where there is none. It survives restarts of the service. Answers with the
   * batch, whichever way it ended.
   */
  waitForBatch(id: string | number, options?: WaitOptions): Promise<GetBatchStatusReply>
  /** What happens to a batch, as it happens, until it has ended. */
  batchEvents(id: string | number, options?: FollowOptions): AsyncGenerator<BatchStreamEvent, void, undefined>
  /** What happens in the company, as it happens; without an end. */
  companyEvents(options?: EventsOptions): AsyncGenerator<CompanyEvent, void, undefined>
  /** Puts a file into the library: from a path (Node alone), an address, a Blob or File, or a stream. */
  upload(source: UploadSource, options?: UploadOptions): Promise<UploadMediaReply>
}

/** The client without the names among what operations are about: what a page is made of, which waits for every millisecond of it. */
export function createCalls(options: FlightdeckOptions): Calls {
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
    request: (name, input, how) => respond(connection, operations[name], input ?? {}, how ?? {}),
    waitForBatch: (id, how) => waitForBatch(connection, id, how),
    batchEvents: (id, how) => batchEvents(connection, id, how),
    companyEvents: (how) => companyEvents(connection, how),
    upload: (source, how) => upload(connection, source, how),
  }
}

type Named = [string, Operation][]
type Function = (input?: Fields, options?: CallOptions) => unknown

/** The table's types say which function has which input and reply; here all are alike. */
function functionsOf<Functions>(table: Named, make: (operation: Operation) => Function): Functions {
  return Object.fromEntries(table.map(([name, operation]) => [name, make(operation)])) as Functions
}
