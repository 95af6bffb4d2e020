import { notifiesNobody } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { brokenRules, notFound } from '../../errors.ts'
import type { Context } from '../context.ts'

type Deps = { db: Db }
type Within = Pick<Context, 'company'>

/** What an entry is made of: release notes of a company's own ad operations. */
export interface ChangelogFields {
  title: string
  body: string
  tags: string[]
  date: string
  auditEntries: number[]
}

export interface ChangelogEntry extends ChangelogFields {
  id: number
  createdBy: string
  createdAt: string
  updatedAt: string
}

interface Row {
  id: number
  title: string
  body: string
  tags: string[]
  day: string
  audit_entries: number[]
  created_by: string
  created_at: Date
  updated_at: Date
}

function entryOf(row: Row): ChangelogEntry {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    tags: row.tags,
    date: row.day,
    auditEntries: row.audit_entries.map(Number),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const ofCompany = (db: Db, companyId: CompanyId) => db.selectFrom('changelog').where('company_id', '=', companyId)

/** Newest first, by the day that they are about. */
export async function listChangelog(
  { db }: Deps,
  { company }: Within,
  { tag, offset, limit }: { tag?: string; offset: number; limit: number },
): Promise<{ entries: ChangelogEntry[]; total: number }> {
  const query = ofCompany(db, company.id).$if(tag !== undefined, (some) =>
    some.where(sql<boolean>`tags @> ARRAY[${tag}]`),
  )
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { entries: rows.map(entryOf), total }
}

export async function findChangelogEntry(
  { db }: Deps,
  { company }: Within,
  { id }: { id: number },
): Promise<ChangelogEntry> {
  const row = await ofCompany(db, company.id).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('changelog entry', id)
  return entryOf(row)
}

export async function addChangelogEntry(
  { db }: Deps,
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  fields: ChangelogFields,
): Promise<ChangelogEntry> {
  await requireEntries(db, company.id, fields.auditEntries)
  const { title, body, tags, date: day, auditEntries } = fields
  const row = await db
    .insertInto('changelog')
    .values({ company_id: company.id, title, body, tags, day, audit_entries: auditEntries, created_by: actor.name })
    .returningAll()
    .executeTakeFirstOrThrow()
  return entryOf(row)
}

export async function changeChangelogEntry(
  { db }: Deps,
  context: Within,
  { id, auditEntries, date, ...changes }: { id: number } & Partial<ChangelogFields>,
): Promise<{ before: ChangelogEntry; after: ChangelogEntry }> {
  const before = await findChangelogEntry({ db }, context, { id })
  if (auditEntries) await requireEntries(db, context.company.id, auditEntries)
  const row = await db
    .updateTable('changelog')
    .where('company_id', '=', context.company.id)
    .set({
      ...changes,
      ...(date === undefined ? {} : { day: date }),
      ...(auditEntries ? { audit_entries: auditEntries } : {}),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('changelog entry', id)
  return { before, after: entryOf(row) }
}

export async function deleteChangelogEntry({ db }: Deps, { company }: Within, { id }: { id: number }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('changelog')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('changelog entry', id)
}

/** What is referred to is in the company's audit log. */
async function requireEntries(db: Db, companyId: CompanyId, seqs: number[]): Promise<void> {
  if (seqs.length === 0) return
  const rows = await db
    .selectFrom('audit_log')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select('seq')
    .where('seq', 'in', seqs)
    .execute()
  const known = new Set(rows.map(({ seq }) => seq))
  const unknown = seqs.filter((seq) => !known.has(seq))
  if (unknown.length === 0) return
  const message = `the audit log has no entry ${unknown.slice(0, 10).join(', ')}`
  throw brokenRules([{ path: 'auditEntries', message }])
}
