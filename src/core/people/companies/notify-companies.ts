import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { recordAudit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'

type PasskeyEvent = 'person.passkey_added' | 'person.passkey_removed'

interface Change {
  userId: number
  /** Where it was done: its audit log has it by the call itself. */
  companyId: CompanyId
  type: PasskeyEvent
  passkeyId: number
  /** The operation. */
  action: string
}

/** A passkey opens every company of its person, so all of them hear of it: as an event, and in their audit logs. */
export async function notifyCompanies(trx: Db, { userId, companyId, type, passkeyId, action }: Change): Promise<void> {
  const person = await trx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
  const companies = await everyCompany(trx)
    .selectFrom('memberships')
    .select('company_id as id')
    .where('user_id', '=', userId)
    .orderBy('company_id')
    .execute()
  for (const { id } of companies)
    await recordEvent(trx, { id }, { type, data: { personId: userId, name: person.name, passkeyId } })
  // Last, and in the same order for everybody: the end of each log stays locked until this commits.
  for (const { id } of companies) {
    if (id === companyId) continue
    const actor = { kind: 'user', id: userId, name: person.name } as const
    const after = { doneIn: 'another company of this person' }
    await recordAudit(trx, { id }, { actor, action, targets: [`person:${userId}`], after, outcome: 'done' })
  }
}
