import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sharesConnections } from '../../src/db/pooler.ts'
import { createDatabase, startTestApp } from '../support/harness.ts'
import { startTransactionPooler } from '../support/service/transaction-pooler.ts'

const database = await createDatabase()
const pooler = await startTransactionPooler(database.url)
after(async () => {
  await pooler.close()
  await database.drop()
})

test('a pooler in transaction mode is recognised, whatever it has to hand out', async (context) => {
  assert.equal(await sharesConnections({ connectionString: database.url }), false)
  assert.equal(await sharesConnections({ connectionString: pooler.url }), true)
  const narrow = await startTransactionPooler(database.url, 1)
  context.after(() => narrow.close())
  assert.equal(await sharesConnections({ connectionString: narrow.url }), true)
})

test('a service behind a pooler in transaction mode is refused in one line that says what to set', async () => {
  const refused = (settings: Record<string, string>) => startTestApp({ DATABASE_URL: pooler.url, ...settings })
  await assert.rejects(
    refused({}),
    /^[^\n]*: DATABASE_URL leads through a pooler in transaction mode[^\n]*DATABASE_DIRECT_URL[^\n]*$/,
  )
  await assert.rejects(refused({ DATABASE_DIRECT_URL: pooler.url }), /DATABASE_DIRECT_URL leads through a pooler/)
})
