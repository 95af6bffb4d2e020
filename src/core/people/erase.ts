import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { retire } from './identity.ts'

/** What somebody is called once nobody may know any more who they were. */
export const deletedPerson = 'a deleted person'

/** An address that no mail reaches, and that nobody else has. */
const addressOf = (userId: number) => `deleted-person-${userId}@deleted.invalid`

/** Takes away everything that tells who somebody was, and everything that lets them in. Their number stays, for what they made. */
export async function erasePerson(db: Db, userId: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await retire(trx, userId)
    const nobody = { name: deletedPerson, email: addressOf(userId) }
    await trx.updateTable('users').set(nobody).where('id', '=', userId).execute()
  })
}
