import type { CompanyRef } from '../company-ref.ts'
import type { Db } from '../../db/connect.ts'
import type { EventData, EventName } from './catalogue.ts'

/** An event that is about to be written down: its name, with what it says. */
export type NewEvent = { [Name in EventName]: { type: Name; data: EventData[Name] } }[EventName]

/**
 * Writes down that something happened, in the transaction that makes it so: both are true, or neither. Whoever follows the
 * company's events is told when it commits. What happens to batches is written down by the journal (core/journal/events.ts).
 */
export async function recordEvent(trx: Db, company: Pick<CompanyRef, 'id'>, event: NewEvent): Promise<void> {
  await trx
    .insertInto('events')
    .values({ company_id: company.id, kind: event.type, detail: JSON.stringify(event.data) })
    .execute()
}
