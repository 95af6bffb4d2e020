import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import { only } from '../../../lookup.ts'
import type { AssistantDeps } from '../deps.ts'
import { SignInProblem } from '../problem.ts'
import { readMetadata } from './client.ts'
import type { AssistantClient } from './client.ts'

/** So many that nobody has consented to are kept, the newest; those of a day. */
const maxUnused = 1_000
/** So many come from one address in an hour. */
const maxFromAddress = 30
/** What came so lately is not pushed out: somebody is just being asked. */
const settleMinutes = 10

/** A program says who it is. Nobody vouches for it, and it opens nothing: a person is asked. */
export async function registerClient(
  { db, config }: Pick<AssistantDeps, 'db' | 'config'>,
  said: unknown,
  address: string,
): Promise<AssistantClient> {
  if (!config.agents.registration)
    throw new SignInProblem('access_denied', 'This installation takes no registrations (AGENT_REGISTRATION is off).')
  const client = { ...readMetadata(said), clientId: `fdc_${randomBytes(24).toString('base64url')}`, vouchedBy: null }
  await inTransaction(db, async (trx) => {
    // One at a time: no two are at the last place.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('assistant clients', 0))`.execute(everyCompany(trx))
    await requirePlace(trx, address)
    await trx
      .insertInto('assistant_clients')
      .values({ client_id: client.clientId, name: client.name, redirect_uris: client.redirectUris, address })
      .execute()
  })
  return client
}

async function requirePlace(trx: Db, address: string): Promise<void> {
  const { rows } = await sql<{ unused: number; same: number }>`
    SELECT count(*)::int AS unused,
      count(*) FILTER (WHERE address = ${address} AND created_at > clock_timestamp() - interval '1 hour')::int AS same
    FROM assistant_clients WHERE consented_at IS NULL`.execute(everyCompany(trx))
  const { unused, same } = only(rows)
  if (same >= maxFromAddress)
    throw new SignInProblem('temporarily_unavailable', 'Too many registrations came from your address.', 3_600)
  if (unused < maxUnused) return
  const { rows: gone } = await sql`
    DELETE FROM assistant_clients WHERE client_id = (
      SELECT client_id FROM assistant_clients
      WHERE consented_at IS NULL AND created_at < clock_timestamp() - make_interval(mins => ${settleMinutes})
      ORDER BY created_at LIMIT 1) RETURNING 1`.execute(everyCompany(trx))
  if (gone.length === 0)
    throw new SignInProblem('temporarily_unavailable', 'Too many registrations wait for a consent.', settleMinutes * 60)
}

/** One that registered itself here; null: there is none. */
export async function findRegistered(db: Db, clientId: string): Promise<AssistantClient | null> {
  const row = await db
    .selectFrom('assistant_clients')
    .select(['client_id', 'name', 'redirect_uris'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ? { clientId: row.client_id, name: row.name, redirectUris: row.redirect_uris, vouchedBy: null } : null
}
