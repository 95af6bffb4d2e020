import { notifiesNobody } from '../../reach.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError } from '../../../errors.ts'
import { keyIdOf, userIdOf } from '../../context.ts'
import type { Caller } from '../../context.ts'
import type { GuardNote } from '../terms.ts'

/** What was asked of a person, as much of it as it takes to say who may decide. */
interface RequestedApproval {
  askedBy: string
  askedById: number | null
  fourEyesGuard: number | null
  why: readonly Pick<GuardNote, 'guard'>[]
}

/** The person for whom something is asked: whose session, key, assistant or rule it is. null: nobody knows. */
export async function personBehind(db: Db, { company, actor }: Caller): Promise<number | null> {
  const known = userIdOf(actor)
  if (known !== null) return known
  const keyId = keyIdOf(actor)
  if (keyId !== null) {
    const key = await db
      .selectFrom('api_keys')
      .where('company_id', '=', company.id)
      .select('user_id')
      .where('id', '=', keyId)
      .executeTakeFirst()
    return key?.user_id ?? null
  }
  if (actor.kind !== 'automation') return null
  const rule = await db
    .selectFrom('automations')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select('made_by')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return rule?.made_by ?? null
}

/** What they are called for whom these were asked, by their ids. */
export async function peopleBehind(
  db: Db,
  approvals: readonly Pick<RequestedApproval, 'askedById'>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(approvals.flatMap(({ askedById }) => askedById ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The guard among those that ask that wants somebody else to approve, as they are set now; null: none does. */
export async function strictAmong(db: Db, why: readonly Pick<GuardNote, 'guard'>[]): Promise<number | null> {
  if (why.length === 0) return null
  const strict = await everyCompany(db)
    .selectFrom('spend_guards')
    .select('id')
    .where(
      'id',
      'in',
      why.map(({ guard }) => guard),
    )
    .where('four_eyes', '=', true)
    .orderBy('id')
    .executeTakeFirst()
  return strict?.id ?? null
}

type RequestReasons = Pick<RequestedApproval, 'fourEyesGuard' | 'why'>

/** The guard with four eyes behind a question: one that wanted them when it was asked, gone or not, or that wants them now. */
export async function strictGuard(db: Db, { fourEyesGuard, why }: RequestReasons): Promise<number | null> {
  return fourEyesGuard ?? strictAmong(db, why)
}

/** What a guard with four eyes asks about is not approved by who wants it, nor by who wants it through a key of their own. */
export async function requireFourEyes(trx: Db, approval: RequestedApproval, userId: number): Promise<void> {
  if (approval.askedById !== userId) return
  const guard = await strictGuard(trx, approval)
  if (guard === null) return
  const text = `You asked for this, yourself or by something of yours (${approval.askedBy}): its guard wants somebody else to approve it.`
  throw new AppError('forbidden', text, { reason: 'four-eyes', guard })
}

/** A link says nothing about who presses its button: it may be who asked. */
export async function refuseLink(trx: Db, approval: RequestReasons): Promise<void> {
  const guard = await strictGuard(trx, approval)
  if (guard === null) return
  const text =
    'Its guard wants somebody other than who asked, and a link cannot tell who uses it: decide in the dashboard.'
  throw new AppError('forbidden', text, { reason: 'four-eyes', guard })
}
