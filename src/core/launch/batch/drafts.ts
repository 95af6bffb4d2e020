import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Issue } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { findAccounts } from '../../connections/accounts.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { asksFirst, keyIdOf } from '../../context.ts'
import type { Actor, Context } from '../../context.ts'
import type { Passed } from '../../guards/changes/launches.ts'
import { amongWorkspaces } from '../../reach.ts'
import { isSandboxPlan, makeSlug, queueItems, storeItems } from './create-batch.ts'
import type { LaunchPlan } from '../plan/prepare.ts'
import { seenBatches } from '../../batches/find.ts'
import { originRow } from '../../batches/origin.ts'

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
  /** It must have been saved last then. */
  ifUpdatedAt?: Date
}

export interface Draft {
  id: number
  slug: string
  name: string | null
  request: DraftContent
  draft_issues: Issue[] | null
  /** The key that asks and made or changed it; null: none did, or a person has saved it since. */
  asks_for: string | null
  /** Whether all of its accounts are the sandbox's; null: it names none that is known. */
  is_sandbox: boolean | null
  created_at: Date
  updated_at: Date | null
}

/** A draft as a list shows it: however large it is, a line. */
export interface DraftSummary extends Omit<Draft, 'request' | 'draft_issues' | 'asks_for'> {
  ad_count: number
  issue_count: number
}

const columns = [
  'id',
  'slug',
  'name',
  'request',
  'draft_issues',
  'asks_for',
  'is_sandbox',
  'created_at',
  'updated_at',
] as const

type AccountDeps = Parameters<typeof findAccounts>[0]

export async function createDraft(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'actor'>,
  { name, content, issues }: DraftChange,
): Promise<Draft> {
  const { company, actor } = context
  const row = await deps.db
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
      asks_for: asksFirst(actor) ? actor.name : null,
      updated_at: new Date(),
      ...(await placeOf(deps, context, content)),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row as unknown as Draft
}

/** Where a draft belongs: the account of each ad, whether all of these are the sandbox's, and the workspaces of who wrote it. */
async function placeOf(deps: AccountDeps, context: Within, { ads }: DraftContent) {
  const given = ads.map(({ adAccountId: id }) => (typeof id === 'string' && id !== '' ? id : null))
  const found = await findAccounts(
    deps,
    context,
    given.flatMap((id) => id ?? []),
  )
  const { workspaces } = context.company
  return {
    ad_accounts: given.map((id) => (id === null ? null : (found.get(id)?.account_id ?? id))),
    is_sandbox: found.size === 0 ? null : [...found.values()].every((account) => account.is_sandbox),
    written_within: workspaces ? [...workspaces] : null,
  }
}

export async function listDrafts(
  { db }: Deps,
  { company }: Within,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ drafts: DraftSummary[]; total: number }> {
  const query = db
    .selectFrom(seenBatches(company))
    .innerJoin('batches as draft', 'draft.id', 'seen.id')
    .where('seen.state', '=', 'draft')
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  if (company.workspaces === undefined) {
    const drafts = await query
      .select(['draft.id', 'draft.slug', 'draft.name', 'draft.is_sandbox', 'draft.created_at', 'draft.updated_at'])
      .select(sql<number>`coalesce(jsonb_array_length(draft.request -> 'ads'), 0)`.as('ad_count'))
      .select(sql<number>`coalesce(jsonb_array_length(draft.draft_issues), 0)`.as('issue_count'))
      .orderBy('draft.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { drafts, total }
  }
  const rows = await query
    .selectAll('draft')
    .select('is_whole')
    .orderBy('draft.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const own = await Promise.all(rows.map((row) => ownPart(db, company, row as unknown as SeenDraft)))
  const drafts = own.map(({ request, draft_issues: issues, ...draft }) => {
    return { ...draft, ad_count: request.ads.length, issue_count: issues?.length ?? 0 }
  })
  return { drafts, total }
}

interface SeenDraft extends Draft {
  ad_accounts: (string | null)[] | null
  is_whole: boolean
}

/** The draft, or of one that is seen in part the ads of that part. */
export async function findDraft(
  { db }: Deps,
  { company }: Within,
  { draftId }: DraftRef,
): Promise<Draft & { is_whole: boolean }> {
  const row = await db
    .selectFrom(seenBatches(company))
    .innerJoin('batches as draft', 'draft.id', 'seen.id')
    .selectAll('draft')
    .select('is_whole')
    .where('draft.id', '=', draftId)
    .where('seen.state', '=', 'draft')
    .executeTakeFirst()
  if (!row) throw notFound('draft', draftId)
  return ownPart(db, company, row as unknown as SeenDraft)
}

/** The same for whoever is about to do something to the whole of it: 404 where the caller sees a part. */
export async function findWholeDraft(deps: Deps, within: Within, asked: DraftRef): Promise<Draft> {
  const draft = await findDraft(deps, within, asked)
  if (!draft.is_whole) throw notFound('draft', asked.draftId)
  return draft
}

async function ownPart(db: Db, company: CompanyRef, draft: SeenDraft): Promise<Draft & { is_whole: boolean }> {
  if (draft.is_whole) return draft
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(amongWorkspaces(company, 'workspace_id'))
    .select('account_id')
    .execute()
  const accounts = new Set(rows.map((row) => row.account_id))
  const places = draft.request.ads.flatMap((_, place) =>
    accounts.has(draft.ad_accounts?.[place] ?? '') ? [place] : [],
  )
  // What is said for all ads may be about those of others.
  const request = { ads: places.map((place) => required(draft.request.ads[place], 'ad')) }
  const issues = (draft.draft_issues ?? []).flatMap((issue) => {
    const [, place, rest] = /^ads\.(\d+)(.*)$/.exec(issue.path) ?? []
    const now = places.indexOf(Number(place))
    return place === undefined || now < 0 ? [] : [{ ...issue, path: `ads.${now}${rest}` }]
  })
  return { ...draft, request, draft_issues: issues }
}

/** What a key that asks has written, a person has to have seen; any other key leaves it as it is. */
function askingAfter(actor: Actor): { asks_for?: string | null } {
  if (asksFirst(actor)) return { asks_for: actor.name }
  return actor.kind === 'user' ? { asks_for: null } : {}
}

/** 409 where it was saved since. */
export function requireUnchanged({ id, updated_at, created_at }: Draft, known: Date): void {
  const savedAt = updated_at ?? created_at
  if (savedAt.getTime() === known.getTime()) return
  const text = `Draft ${id} was saved again since then, by somebody else or elsewhere. Nothing was done: read it again, or leave ifUpdatedAt out.`
  throw new AppError('conflict', text, { updatedAt: savedAt.toISOString() })
}

/** Always later than before, however soon it is saved again: by it a save is told from the one before. */
const savedNow = () =>
  sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')`

export async function changeDraft(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'actor'>,
  { draftId, ifUpdatedAt, ...change }: DraftRef & DraftChange,
): Promise<Draft> {
  const changed = deps.db
    .updateTable('batches')
    .where('company_id', '=', context.company.id)
    .set({
      name: change.name,
      request: JSON.stringify(change.content),
      draft_issues: JSON.stringify(change.issues),
      updated_at: savedNow(),
      ...askingAfter(context.actor),
      ...(await placeOf(deps, context, change.content)),
    })
    .where('id', '=', draftId)
    .where('state', '=', 'draft')
    .returning(columns)
  const row = await (ifUpdatedAt ? changed.where('updated_at', '=', ifUpdatedAt) : changed).executeTakeFirst()
  if (row) return row as unknown as Draft
  if (ifUpdatedAt) requireUnchanged(await findWholeDraft(deps, context, { draftId }), ifUpdatedAt)
  throw notFound('draft', draftId)
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
  { company, requestId, trace }: Within & Pick<Context, 'requestId' | 'trace'>,
  { draftId, plan, passed }: DraftRef & { plan: LaunchPlan; passed: Passed },
): Promise<number> {
  const totalAds = plan.ads.reduce((sum, ad) => sum + ad.adSets.length, 0)
  const { request_id, traceparent, tracestate } = originRow({ requestId, trace })
  const { rows } = await sql<{ id: number }>`
    UPDATE batches SET state = 'queued', total_ads = ${totalAds}, is_sandbox = ${isSandboxPlan(plan)}, queued_at = clock_timestamp(), draft_issues = NULL,
      request_id = ${request_id}, traceparent = ${traceparent}, tracestate = ${tracestate}
    WHERE id = ${draftId} AND company_id = ${company.id} AND state = 'draft' RETURNING id`.execute(trx)
  if (rows.length === 0) throw new AppError('conflict', 'This draft was just launched by another call.')
  await passed.madeBy(trx, draftId)
  await queueItems(trx, company.id, draftId, await storeItems(trx, company.id, draftId, plan))
  return totalAds
}
