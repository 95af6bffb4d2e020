import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { Role } from '../../db/tables/people.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Context } from '../context.ts'

/** What opens more doors is done by somebody who has just shown that it is them: a browser that was left open is not enough. */
export const stepUpMinutes = 5

type StepUpMethod = 'passkey' | 'oidc' | 'link'

interface Found {
  is_fresh: boolean
  email: string
  slug: string
  has_passkey: boolean
  has_oidc: boolean
}

/** Refuses (403) a person whose last sign-in is too long ago. Keys, rules and the operator have none to renew. */
export async function requireFreshSignIn(
  db: Db,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
): Promise<void> {
  if (actor.kind !== 'user') return
  const { rows } = await sql<Found>`
    SELECT u.email, c.slug,
      coalesce(s.proven_at > clock_timestamp() - make_interval(mins => ${stepUpMinutes}), false) AS is_fresh,
      EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS has_passkey,
      EXISTS (SELECT FROM sessions o WHERE o.user_id = u.id AND o.way = 'oidc') AS has_oidc
    FROM users u JOIN companies c ON c.id = ${company.id}
    LEFT JOIN sessions s ON s.id = ${actor.sessionId} AND s.user_id = u.id AND s.company_id = c.id
    WHERE u.id = ${actor.id}`.execute(db)
  const found = rows[0]
  if (!found) throw notFound('person', actor.id)
  if (!found.is_fresh) throw stale(found)
}

function stale({ email, slug, has_passkey, has_oidc }: Found): AppError {
  const own: StepUpMethod[] = [...(has_passkey ? ['passkey' as const] : []), ...(has_oidc ? ['oidc' as const] : [])]
  const words = { passkey: 'use your passkey', oidc: 'sign in at your identity provider', link: '' }
  const operator = `ask the operator for a link: flightdeck login-link --email ${email} --company ${slug}`
  const how =
    own.length > 0
      ? `Do so again: ${own.map((method) => words[method]).join(', or ')}.`
      : `You have no way to do so by yourself: ${operator}.`
  return new AppError(
    'step_up_required',
    `This needs a sign-in of the last ${stepUpMinutes} minutes. ${how} Then ask for it again.`,
    { withinMinutes: stepUpMinutes, ways: [...own, 'link'] },
  )
}

/** Roles that nobody gets from a browser that was left open. */
export function isPowerful(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

/** The person of this session has shown again that it is them. */
export async function proveSession(db: Db, sessionId: number, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await everyCompany(db)
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
