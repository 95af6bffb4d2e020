import { z } from 'zod'
import type { Call } from '../../../call/operation.ts'
import { keysCreatedBy, revokeKeysCreatedBy } from '../../../core/people/keys.ts'
import type { KeyDetails } from '../../../core/people/keys.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import { KeyView, presentKey } from '../keys/key-view.ts'
import { PersonView } from './person-view.ts'

/** Somebody whose rights have changed, with the keys that outlive it. */
export const PersonWithKeys = PersonView.extend({
  keys: z.array(KeyView).meta({
    description: 'Keys that they made and that go on opening what they were made for. revokeKeys revokes them.',
  }),
  revokedKeys: z.array(KeyView).meta({ description: 'Keys that they made and that were revoked with this call.' }),
}).meta({ id: 'PersonWithKeys' })

/** What became of the keys that somebody made. */
export interface KeysOfPerson {
  keys: KeyDetails[]
  revokedKeys: KeyDetails[]
}

/** Does something to a person and, where that is asked for, revokes the keys that they made, both or neither. */
export async function withTheirKeys<T>(
  deps: Services,
  { company }: Pick<Call, 'company'>,
  { id, revokeKeys }: { id: number; revokeKeys: boolean },
  change: (db: Db) => Promise<T>,
): Promise<KeysOfPerson & { done: T }> {
  const maker = { companyId: company.id, userId: id }
  return inTransaction(deps.db, async (trx) => {
    const done = await change(trx)
    const revokedKeys = revokeKeys ? await revokeKeysCreatedBy(trx, maker) : []
    return { done, revokedKeys, keys: await keysCreatedBy(trx, maker) }
  })
}

export function presentKeys({ keys, revokedKeys }: KeysOfPerson) {
  return { keys: keys.map(presentKey), revokedKeys: revokedKeys.map(presentKey) }
}

/** For the audit log: which they are. */
export function idsOfKeys({ keys, revokedKeys }: KeysOfPerson) {
  return { keys: keys.map(({ id }) => id), revokedKeys: revokedKeys.map(({ id }) => id) }
}
