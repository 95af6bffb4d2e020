import { createHash, randomBytes } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import type { Role } from '../../db/tables/people.ts'
import { notFound } from '../../errors.ts'
import { recordAudit } from '../audit/record.ts'
import { companyRef } from '../company-ref.ts'
import type { CompanyRef } from '../company-ref.ts'
import { scopesOfRole } from '../people/roles.ts'
import { allInReach, seenBefore } from '../reach.ts'
import { decide, decisionEvent } from './decide.ts'
import type { ApprovalDecision } from './decide.ts'
import { peopleBehind, strictGuard } from '../guards/asking/four-eyes.ts'
import { approvalOf } from './read.ts'
import type { Approval } from './read.ts'

/** 256 random bits, told once and to one target or person; only their digest is kept. userId: it decides as that person. */
export async function makeLink(
  db: Db,
  approvalId: number,
  targetName: string,
  userId: number | null = null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('approval_links')
    .values({ token_hash: hashOf(token), approval_id: approvalId, target_name: targetName, user_id: userId })
    .execute()
  return token
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What a link leads to. */
export interface Linked {
  approval: Approval
  company: CompanyRef
  /** For whom it is asked, by name; null: nobody knows. */
  person: string | null
  /** Where a rule wants to do it; null: no rule is behind it (a summary tells), or its account is not known. */
  account: { name: string; currency: string } | null
  /** Who was sent the link. */
  targetName: string
  /** Whose link it is; null: that of a target. */
  decider: Decider | null
  /** A guard with four eyes asks about it: neither a link of nobody in particular decides that, nor one of who asked. */
  needsOther: boolean
}

/** Somebody who may decide it now. */
interface Decider {
  userId: number
  name: string
  /** In which they read what we send them; null: they keep none. */
  language: string | null
  company: CompanyRef
}

/** Whoever holds the link decides: as its person, with the rights that they have now, or as whoever was asked. It is written down here. */
export async function decideByLink(
  db: Db,
  { approval, company, targetName, decider }: Linked,
  { verdict, comment, requestId }: Pick<ApprovalDecision, 'verdict' | 'comment'> & { requestId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const person = decider && (await deciderOf(trx, company.id, decider.userId))
    if (decider && !person) throw notFound('approval', approval.id)
    const by = person?.name ?? `whoever was asked at ${targetName}`
    const who = person ? { userId: person.userId } : { isByLink: true as const }
    const decision = { approvalId: approval.id, verdict, by, comment, doesIt: true, ...who }
    const decided = await decide({ db: trx }, { company: person?.company ?? company }, decision)
    await recordAudit(trx, company, {
      actor: person ? { kind: 'user', id: person.userId, name: by } : { kind: 'system', name: by },
      action: `${verdict}_by_link`,
      requestId,
      ...decisionEvent(decided),
      outcome: 'done',
    })
  })
}

/** null: it is no link of ours, what it led to is forgotten, or its person may decide that no more. */
export async function openLink(db: Db, token: string): Promise<Linked | null> {
  const found = await everyCompany(db)
    .selectFrom('approval_links')
    .select(['approval_id', 'target_name', 'user_id'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!found) return null
  const row = await everyCompany(db)
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', found.approval_id)
    .executeTakeFirstOrThrow()
  const company = await db
    .selectFrom('companies')
    .where('id', '=', row.company_id)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const decider = found.user_id === null ? null : await deciderOf(db, company.id, found.user_id)
  if (found.user_id !== null && !(decider && (await isSeenBy(db, decider, row.id)))) return null
  const approval = approvalOf(row)
  const isKnownOther = decider !== null && decider.userId !== approval.askedById
  const needsOther = !isKnownOther && (await strictGuard(db, approval)) !== null
  const person = (await peopleBehind(db, [approval])).get(approval.askedById ?? 0) ?? null
  const account = await accountOf(db, company, approval)
  return { approval, company, person, account, targetName: found.target_name, decider, needsOther }
}

/** The person, if they may decide what waits in the company. They stay what they are until the transaction ends. */
async function deciderOf(db: Db, companyId: CompanyId, userId: number): Promise<Decider | null> {
  const { rows } = await sql<{
    name: string
    language: string | null
    role: Role
    slug: string
    workspaces: number[] | null
  }>`
    SELECT u.name, u.language, m.role, c.slug, workspaces_left(c.id, u.id, NULL) AS workspaces
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN companies c ON c.id = m.company_id
    WHERE m.company_id = ${companyId} AND m.user_id = ${userId} FOR SHARE OF m`.execute(db)
  const [row] = rows
  if (!row || !scopesOfRole(row.role).includes('admin')) return null
  return { userId, name: row.name, language: row.language, company: companyRef({ company_id: companyId, ...row }) }
}

async function isSeenBy(db: Db, { company }: Decider, approvalId: number): Promise<boolean> {
  const row = await db
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(allInReach(company, 'accounts'))
    .select('id')
    .where('id', '=', approvalId)
    .executeTakeFirst()
  return row !== undefined
}

async function accountOf(db: Db, company: CompanyRef, { about }: Approval): Promise<Linked['account']> {
  if (about === null || about.accountId === null) return null
  const row = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    // Who holds the link was sent it by the operator.
    .where(seenBefore)
    .select(['name', 'currency'])
    .where('platform', '=', about.platform)
    .where('account_id', '=', about.accountId)
    .executeTakeFirst()
  return row ?? null
}
