import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { keyIdOf } from '../../context.ts'
import type { Context } from '../../context.ts'
import type { Passed } from '../../guards/changes/launches.ts'
import { makeSlug, storeItems } from './create-batch.ts'
import type { Plan } from '../plan/prepare.ts'

type Deps = { db: Db }
type Within = Pick<Context, 'company'>

/** What a draft holds: a launch that may still be incomplete. */
export interface DraftContent {
  ads: Record<string, unknown>[]
  adSets?: unknown[]
  launchPaused?: boolean
}

/** What a draft is saved with. */
export interface DraftChange {
  name: string | null
  content: DraftContent
  issues: Issue[]
}

interface DraftRef {
  draftId: number
}

export interface Draft {
  id: number
  slug: string
  name: string | null
  request: DraftContent
  draft_issues: Issue[] | null
  created_at: Date
  updated_at: Date | null
}

/** A draft as a list shows it: however large it is, a line. */
export interface DraftSummary extends Omit<Draft, 'request' | 'draft_issues'> {
  ad_count: number
  issue_count: number
}

const columns = ['id', 'slug', 'name', 'request', 'draft_issues', 'created_at', 'updated_at'] as const

export async function createDraft(
  { db }: Deps,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  { name, content, issues }: DraftChange,
): Promise<Draft> {
  const row = await db
    .insertInto('batches')
    .values({
      company_id: company.id,
      slug: makeSlug(),
      name,
      state: 'draft',
      request: JSON.stringify(content),
      draft_issues: JSON.stringify(issues),
      total_ads: 0,
      created_by_key: keyIdOf(actor),
      created_by: actor.name,
      updated_at: new Date(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row as unknown as Draft
}

export async function listDrafts(
  { db }: Deps,
  { company }: Within,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ drafts: DraftSummary[]; total: number }> {
  const query = db.selectFrom('batches').where('company_id', '=', company.id).where('state', '=', 'draft')
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const drafts = await query
    .select(['id', 'slug', 'name', 'created_at', 'updated_at'])
    .select(sql<number>`coalesce(jsonb_array_length(request -> 'ads'), 0)`.as('ad_count'))
    .select(sql<number>`coalesce(jsonb_array_length(draft_issues), 0)`.as('issue_count'))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { drafts, total }
}

export async function findDraft({ db }: Deps, { company }: Within, { draftId }: DraftRef): Promise<Draft> {
  const row = await db
    .selectFrom('batches')
    .select(columns)
    .where('company_id', '=', company.id)
    .where('id', '=', draftId)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (!row) throw notFound('draft', draftId)
  return row as unknown as Draft
}

export async function changeDraft(
  { db }: Deps,
  { company }: Within,
  { draftId, ...change }: DraftRef & DraftChange,
): Promise<Draft> {
  const row = await db
    .updateTable('batches')
    .set({
      name: change.name,
      request: JSON.stringify(change.content),
      draft_issues: JSON.stringify(change.issues),
      updated_at: new Date(),
    })
    .where('company_id', '=', company.id)
    .where('id', '=', draftId)
    .where('state', '=', 'draft')
    .returning(columns)
    .executeTakeFirst()
  if (!row) throw notFound('draft', draftId)
  return row as unknown as Draft
}

export async function deleteDraft({ db }: Deps, { company }: Within, { draftId }: DraftRef): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('batches')
    .where('company_id', '=', company.id)
    .where('id', '=', draftId)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('draft', draftId)
}

/** Makes a batch of the draft, in the caller's transaction. Answers how many ads it has. */
export async function launchDraft(
  { db: trx }: Deps,
  { company }: Within,
  { draftId, plan }: DraftRef & { plan: Plan; passed: Passed },
): Promise<number> {
  const totalAds = plan.ads.reduce((sum, ad) => sum + ad.adSets.length, 0)
  const { rows } = await sql<{ id: number }>`
    UPDATE batches SET state = 'queued', total_ads = ${totalAds}, queued_at = clock_timestamp(), draft_issues = NULL
    WHERE id = ${draftId} AND company_id = ${company.id} AND state = 'draft' RETURNING id`.execute(trx)
  if (rows.length === 0) throw new AppError('conflict', 'This draft was just launched by another call.')
  await storeItems(trx, company.id, draftId, plan)
  return totalAds
}
