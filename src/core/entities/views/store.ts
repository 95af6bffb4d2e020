import type { Selectable } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { EntityTables } from '../../../db/tables/entities.ts'
import { AppError, brokenRules, notFound } from '../../../errors.ts'
import { userIdOf } from '../../context.ts'
import type { Context } from '../../context.ts'
import { amongWorkspaces } from '../../reach.ts'
import type { Reach } from '../../reach.ts'
import { makerOf, requireMayChange, requireMayDelete, requireOwner } from './rights.ts'
import { maxViews, wishesIn } from './view.ts'
import type { SavedView, ViewChange } from './view.ts'

interface Deps {
  db: Db
}
type Asking = Pick<Context, 'company' | 'actor'>

type Row = Selectable<EntityTables['views']> & { is_left: boolean }

const isLeft = sql<boolean>`owner_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM memberships m WHERE m.company_id = views.company_id AND m.user_id = views.owner_id)`

/** Whether the caller sees a view: one that names accounts is for those who see all of these. */
function isSeenView(reach: Reach) {
  if (reach.workspaces === undefined) return sql<boolean>`true`
  return sql<boolean>`NOT EXISTS (
    SELECT FROM jsonb_array_elements_text(coalesce(wishes -> 'accountIds', '[]')) AS named
    WHERE named NOT IN (
      SELECT account_id FROM ad_accounts WHERE company_id = ${reach.id} AND ${amongWorkspaces(reach, 'workspace_id')}))`
}

/** One's own and the company's; admins also see what those left behind who are gone. */
function shownTo(db: Db, { company, actor }: Asking) {
  const isAdmin = actor.scopes.includes('admin')
  return db
    .selectFrom('views')
    .where('company_id', '=', company.id)
    .where(isSeenView(company))
    .where(sql<boolean>`(owner_id IS NULL OR owner_id = ${userIdOf(actor)} OR (${isAdmin} AND ${isLeft}))`)
}

function viewOf(row: Row): SavedView {
  return {
    ...{ id: row.id, name: row.name, wishes: wishesIn(row.wishes), ownerId: row.owner_id, isLeft: row.is_left },
    ...{ madeBy: row.made_by, createdBy: row.created_by, createdAt: row.created_at, updatedAt: row.updated_at },
  }
}

export async function listViews(
  { db }: Deps,
  context: Asking,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ views: SavedView[]; total: number }> {
  const shown = shownTo(db, context)
  const { total } = await shown.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await shown
    .selectAll()
    .select(isLeft.as('is_left'))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { views: rows.map(viewOf), total }
}

export async function findView({ db }: Deps, context: Asking, id: number): Promise<SavedView> {
  const row = await shownTo(db, context)
    .selectAll()
    .select(isLeft.as('is_left'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('view', id)
  return viewOf(row)
}

/** Makes a view, or replaces the one of this name that its owner (or the company) has. */
export async function saveView(
  { db }: Deps,
  context: Asking,
  change: ViewChange,
): Promise<{ before: SavedView | null; after: SavedView }> {
  const ownerId = change.forCompany ? null : requireOwner(context)
  if (change.forCompany) requireMayChange(context, { ownerId })
  return inTransaction(db, async (trx) => {
    await lockViews(trx, context)
    const named = await viewNamed(trx, context, { name: change.name, ownerId })
    if (named !== null) {
      const before = await findView({ db: trx }, context, named).catch(() => null)
      if (before === null) throw nameTaken(change.name)
      return { before, after: await writeView(trx, context, { id: named, change }) }
    }
    await requirePlace(trx, context, ownerId)
    const { id } = await trx
      .insertInto('views')
      .values({
        ...{ company_id: context.company.id, owner_id: ownerId, name: change.name },
        ...{ wishes: JSON.stringify(change.wishes), made_by: makerOf(context.actor), created_by: context.actor.name },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { before: null, after: await findView({ db: trx }, context, id) }
  })
}

/** Another list under the same id. */
export async function replaceView(
  { db }: Deps,
  context: Asking,
  { id, ...change }: ViewChange & { id: number },
): Promise<{ before: SavedView; after: SavedView }> {
  return inTransaction(db, async (trx) => {
    await lockViews(trx, context)
    const before = await findView({ db: trx }, context, id)
    requireMayChange(context, before)
    const ownerId = change.forCompany ? null : requireOwner(context)
    if (ownerId !== before.ownerId) {
      if (before.ownerId === null) requireMayDelete(context, before)
      requireMayChange(context, { ownerId })
      await requirePlace(trx, context, ownerId)
    }
    const named = await viewNamed(trx, context, { name: change.name, ownerId })
    if (named !== null && named !== id) throw nameTaken(change.name)
    return { before, after: await writeView(trx, context, { id, change }) }
  })
}

export async function deleteView({ db }: Deps, context: Asking, id: number): Promise<SavedView> {
  return inTransaction(db, async (trx) => {
    const view = await findView({ db: trx }, context, id)
    requireMayDelete(context, view)
    await trx.deleteFrom('views').where('company_id', '=', context.company.id).where('id', '=', id).execute()
    return view
  })
}

/** Two at once come one after the other. */
async function lockViews(trx: Db, { company }: Asking): Promise<void> {
  await trx.selectFrom('companies').where('id', '=', company.id).select('id').forNoKeyUpdate().execute()
}

async function viewNamed(
  trx: Db,
  { company }: Asking,
  { name, ownerId }: { name: string; ownerId: number | null },
): Promise<number | null> {
  const row = await trx
    .selectFrom('views')
    .where('company_id', '=', company.id)
    .select('id')
    .where(sql<boolean>`owner_id IS NOT DISTINCT FROM ${ownerId} AND lower(name) = lower(${name})`)
    .executeTakeFirst()
  return row?.id ?? null
}

async function requirePlace(trx: Db, { company }: Asking, ownerId: number | null): Promise<void> {
  const { count } = await trx
    .selectFrom('views')
    .where('company_id', '=', company.id)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`owner_id IS NOT DISTINCT FROM ${ownerId}`)
    .executeTakeFirstOrThrow()
  if (count < maxViews) return
  const whose = ownerId === null ? 'a company has' : 'a person has'
  throw brokenRules([{ path: '', message: `${whose} at most ${maxViews} views: delete one that nobody needs` }])
}

async function writeView(
  trx: Db,
  context: Asking,
  { id, change }: { id: number; change: ViewChange },
): Promise<SavedView> {
  await trx
    .updateTable('views')
    .where('company_id', '=', context.company.id)
    .set({
      ...{ name: change.name, wishes: JSON.stringify(change.wishes), updated_at: new Date() },
      owner_id: change.forCompany ? null : requireOwner(context),
    })
    .where('id', '=', id)
    .execute()
  return findView({ db: trx }, context, id)
}

function nameTaken(name: string): AppError {
  return new AppError('conflict', `There is another view called ${name}. Choose another name, or change that one.`)
}
