import type { Db } from '../../db/connect.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Context } from '../context.ts'
import type { Guard } from './guard.ts'
import type { WantedGuard } from './store.ts'

/** A guard that is to look at one key from now on: the key is the company's. 404 otherwise. */
export async function requireNamedKeys(
  db: Db,
  { company }: Pick<Context, 'company'>,
  wanted: WantedGuard[],
  before: Guard[],
): Promise<void> {
  const kept = new Map(before.map(({ id, by }) => [id, by]))
  for (const [index, { id, by, stop }] of wanted.entries()) {
    if (by === null) continue
    if (stop)
      throw badRequest([
        { path: `guards.${index}.stop`, message: 'pauses by what everybody spent: not together with by' },
      ])
    // A key may be gone since: its guard stays as it is.
    if (id !== undefined && kept.get(id) === by) continue
    const keyId = Number(by.split(':')[1])
    const found = await db
      .selectFrom('api_keys')
      .where('company_id', '=', company.id)
      .select('id')
      .where('id', '=', keyId)
      .executeTakeFirst()
    if (!found) throw notFound('API key', keyId)
  }
}
