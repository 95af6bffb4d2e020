import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { recordAudit } from '../audit/record.ts'
import type { CompanyRef } from '../company-ref.ts'
import { seenBefore } from '../reach.ts'
import { decide, decisionEvent } from './decide.ts'
import type { ApprovalDecision } from './decide.ts'
import { peopleBehind, strictGuard } from '../guards/asking/four-eyes.ts'
import { approvalOf } from './read.ts'
import type { Approval } from './read.ts'

/** 256 random bits, told once and to one target; only their digest is kept. */
export async function makeLink(db: Db, approvalId: number, targetName: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('approval_links')
    .values({ token_hash: hashOf(token), approval_id: approvalId, target_name: targetName })
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
  /** A guard with four eyes asks about it: no link decides that. */
  needsDashboard: boolean
}

/** Whoever holds the link decides; nobody else is behind it, so it is written down here. */
export async function decideByLink(
  db: Db,
  { approval, company, targetName }: Linked,
  { verdict, requestId }: Pick<ApprovalDecision, 'verdict'> & { requestId: string },
): Promise<void> {
  const by = `whoever was asked at ${targetName}`
  await db.transaction().execute(async (trx) => {
    const decided = await decide(
      { db: trx },
      { company },
      {
        ...{ approvalId: approval.id, verdict, by, doesIt: true },
        isByLink: true,
      },
    )
    await recordAudit(trx, company, {
      actor: { kind: 'system', name: by },
      action: `${verdict}_by_link`,
      requestId,
      ...decisionEvent(decided),
      outcome: 'done',
    })
  })
}

/** null: it is no link of ours, or what it led to is forgotten. */
export async function openLink(db: Db, token: string): Promise<Linked | null> {
  const found = await everyCompany(db)
    .selectFrom('approval_links')
    .select(['approval_id', 'target_name'])
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
  const approval = approvalOf(row)
  const needsDashboard = (await strictGuard(db, approval)) !== null
  const person = (await peopleBehind(db, [approval])).get(approval.askedById ?? 0) ?? null
  const account = await accountOf(db, company, approval)
  return { approval, company, person, account, targetName: found.target_name, needsDashboard }
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
