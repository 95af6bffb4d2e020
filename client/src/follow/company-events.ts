import { respond } from '../call/call.ts'
import type { Connection } from '../call/connection.ts'
import { operations } from '../generated/operations.gen.ts'
import type { CompanyEvent, EventType } from '../generated/types.gen.ts'
import type { FollowOptions } from './batch-events.ts'
import { follow } from './follow.ts'

export interface EventsOptions extends FollowOptions {
  /** Only events of these types. */
  type?: EventType[]
}

/** The events of the company as they happen, without an end. `lastEventId` is the id of the last one that you have. */
export async function* companyEvents(
  connection: Connection,
  { type, signal, lastEventId, maxWaitSeconds = connection.maxWaitSeconds }: EventsOptions = {},
): AsyncGenerator<CompanyEvent, void, undefined> {
  const open = (headers: Record<string, string>) =>
    respond(connection, operations.listEvents, { type }, { headers, retries: 0, signal })
  for await (const { data } of follow({ open, lastEventId, signal, maxWaitSeconds, address: connection.baseUrl })) {
    yield JSON.parse(data) as CompanyEvent
  }
}
