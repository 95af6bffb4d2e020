import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql as bareSql } from 'kysely'
import { companyRef } from '../../src/core/company-ref.ts'
import type { CompanyRef } from '../../src/core/company-ref.ts'
import { inReach } from '../../src/core/reach.ts'
import { recordEvent } from '../../src/core/events/record.ts'
import type { Db } from '../../src/db/connect.ts'
import { everyCompany } from '../../src/db/scoped.ts'
import { sql } from '../../src/db/sql.ts'

/** Never called: what is wrong in it must not compile. */
export async function withoutScope(db: Db, company: CompanyRef, sent: number): Promise<void> {
  // @ts-expect-error whose media?
  void db.selectFrom('media').selectAll
  // @ts-expect-error nor can it be run as it is
  void db.selectFrom('media').execute
  // @ts-expect-error a number that somebody sent is no company
  void db.selectFrom('media').where('company_id', '=', sent)
  // @ts-expect-error an id says nothing about whose it is
  void db.updateTable('boards').where('id', '=', company.id)
  // @ts-expect-error nor does it when something is removed
  void db.deleteFrom('boards').where('id', '=', company.id)
  // @ts-expect-error nothing is changed for all companies
  void db.updateTable('boards').set
  // @ts-expect-error new rows have a company, too
  void db.insertInto('boards').values({ company_id: sent, name: 'Ours' })
  // @ts-expect-error another name does not help
  void db.selectFrom('media as file').select
  // @ts-expect-error companies are found by those who let callers in
  void db.selectFrom('companies').where('slug', '=', company.id)
  // @ts-expect-error what hangs on a row is read with that row
  void db.selectFrom('board_media')
  // @ts-expect-error a transaction is no way around it
  void db.transaction().execute(async (trx) => void trx.selectFrom('media').selectAll)
  // @ts-expect-error nor is SQL in which no company stands
  void sql`SELECT * FROM media`.execute(db)
  // @ts-expect-error a number that somebody sent is none there either
  void sql`SELECT * FROM media WHERE company_id = ${sent}`.execute(db)
  // @ts-expect-error nor does it help to select from such SQL
  void db.selectFrom(sql<{ id: number }>`(SELECT * FROM media)`.as('all_media'))
  // @ts-expect-error nor does another way to write SQL
  void bareSql`SELECT * FROM media WHERE company_id = ${company.id}`.execute(db)
  // @ts-expect-error which of the company's batches does the caller see?
  void db.selectFrom('batches').where('company_id', '=', company.id).selectAll
  // @ts-expect-error no other condition says so
  void db.selectFrom('batches').where('company_id', '=', company.id).where('id', '=', sent)
  const accounts = db.selectFrom('ad_accounts').where('company_id', '=', company.id)
  // @ts-expect-error nor does just any SQL
  void accounts.where(sql<boolean>`true`)
  // @ts-expect-error nobody becomes a company by being called one
  void companyRef({ company_id: sent, slug: 'demo', workspaces: null })
  // @ts-expect-error nor in what is told
  void recordEvent(db, { id: sent }, { type: 'key.revoked', data: { keyId: 1, name: 'x' } })

  // And what is right in it compiles.
  await db.selectFrom('media').where('company_id', '=', company.id).selectAll().execute()
  await sql`SELECT * FROM media WHERE company_id = ${company.id}`.execute(db)
  const items = db.selectFrom('batch_items').where('company_id', '=', company.id)
  await items.where(inReach(company, 'batch_items')).selectAll().execute()
  const own = sql`company_id = ${company.id}`
  await sql`SELECT * FROM media WHERE ${own} AND id = ${sent}`.execute(db)
  await everyCompany(db).selectFrom('media').selectAll().execute()
  await sql`SELECT * FROM media`.execute(everyCompany(db))
}

test('what the types are asked here, the compiler answers', () => {
  assert.equal(typeof withoutScope, 'function')
})
