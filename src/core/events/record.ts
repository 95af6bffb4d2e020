import type { CompanyRef } from '../company-ref.ts'
import type { Db } from '../../db/connect.ts'
import { accountName } from '../reach.ts'
import type { AboutAccounts, EventData, EventName } from './catalogue.ts'
import { kindOf } from './catalogue.ts'

/** Which accounts it is about, as accountName has them; null: the company's, or nobody can tell. */
interface About {
  accounts: readonly string[] | null
}

/** An event that is about to be written down: its name, with what it says. */
export type NewEvent = {
  [Name in EventName]: { type: Name; data: EventData[Name] } & (Name extends AboutAccounts ? About : Partial<About>)
}[EventName]

/**
 * Writes down that something happened, in the transaction that makes it so: both are true, or neither. Whoever follows the
 * company's events is told when it commits. What happens to batches is written down by the journal (core/journal/events.ts).
 */
export async function recordEvent(trx: Db, company: Pick<CompanyRef, 'id'>, event: NewEvent): Promise<void> {
  const accounts = accountsOf(event)
  await trx
    .insertInto('events')
    .values({
      company_id: company.id,
      kind: event.type,
      detail: JSON.stringify(event.data),
      accounts: accounts === null ? null : [...accounts],
    })
    .execute()
}

function accountsOf({ type, data, accounts = null }: NewEvent): readonly string[] | null {
  if (kindOf(type).seenBy !== 'account') return accounts
  const { platform, accountId } = data as { platform: string; accountId: string }
  return [accountName({ platform, account_id: accountId })]
}
