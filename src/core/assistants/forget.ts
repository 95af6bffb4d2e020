import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'

/** A used refresh token is known for so long: whoever brings it again is found out. */
const keptDays = 30
/** A registration that nobody consented to in so long is forgotten. */
const unusedHours = 24

/** What opens nothing any more, and registrations that nobody ever consented to. */
export async function forgetSignIns(db: Db): Promise<void> {
  const every = everyCompany(db)
  await sql`DELETE FROM assistant_clients
    WHERE consented_at IS NULL AND created_at < clock_timestamp() - make_interval(hours => ${unusedHours})`.execute(
    every,
  )
  await sql`DELETE FROM assistant_tokens
    WHERE expires_at < clock_timestamp() OR used_at < clock_timestamp() - make_interval(days => ${keptDays})`.execute(
    every,
  )
  await sql`DELETE FROM assistant_grants g
    WHERE (g.code_used_at IS NULL AND g.code_until < clock_timestamp() - interval '1 day')
      OR (g.ended_at < clock_timestamp() - make_interval(days => ${keptDays}))
      OR (g.code_used_at < clock_timestamp() - interval '1 day' AND NOT EXISTS (SELECT FROM assistant_tokens t WHERE t.grant_id = g.id))`.execute(
    every,
  )
}
