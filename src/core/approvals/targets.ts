import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import type { Seal } from '../secrets/seal.ts'

/** How those are written to who are to decide: into a chat, or as plain JSON. */
export const targetKinds = ['slack', 'discord', 'telegram', 'json'] as const
export type TargetKind = (typeof targetKinds)[number]

/** Where links that decide are sent. Only the operator adds one: no key, and nothing that a key can read, ever sees a link. */
export interface ApprovalTarget {
  name: string
  kind: TargetKind
  address: string
}

const purpose = (companyId: CompanyId) => `approval target ${companyId}`

export async function addTarget(
  { db, seal }: { db: Db; seal: Seal },
  companyId: CompanyId,
  { name, kind, address }: ApprovalTarget,
): Promise<void> {
  const created = await db
    .insertInto('approval_targets')
    .values({ company_id: companyId, name, kind, sealed_address: seal.seal(address, purpose(companyId)) })
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw new AppError('conflict', `There is a target "${name}" already.`)
}

/** Answers what it was; null: there is none of this name. */
export async function removeTarget(
  db: Db,
  companyId: CompanyId,
  name: string,
): Promise<Omit<ApprovalTarget, 'address'> | null> {
  const gone = await db
    .deleteFrom('approval_targets')
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .returning(['name', 'kind'])
    .executeTakeFirst()
  return gone ?? null
}

export async function listTargets(db: Db, companyId: CompanyId): Promise<Omit<ApprovalTarget, 'address'>[]> {
  return db
    .selectFrom('approval_targets')
    .where('company_id', '=', companyId)
    .select(['name', 'kind'])
    .orderBy('id')
    .execute()
}

export async function openTargets(
  { db, seal }: { db: Db; seal: Seal },
  companyId: CompanyId,
): Promise<ApprovalTarget[]> {
  const rows = await db
    .selectFrom('approval_targets')
    .where('company_id', '=', companyId)
    .selectAll()
    .orderBy('id')
    .execute()
  return rows.map(({ name, kind, sealed_address: sealed }) => ({
    name,
    kind,
    address: seal.open(sealed, purpose(companyId)),
  }))
}
