import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { builtIn } from '../../../platforms/index.ts'
import { createPlatforms } from '../../../platforms/registry.ts'
import { createConnections } from '../connections.ts'
import { sealPurpose } from '../../secrets/seal.ts'

/** Two processes on one database, with a connection whose platform is the simulator. */
const app = await startTestApp()
const { db, seal } = app.app.services
const name = 'google-ads'
const driver = builtIn.driver(name)!
const platforms = createPlatforms([{ ...driver, api: { ...driver.api, address: app.sandboxUrl + driver.sandboxPath } }])
const company = await db.selectFrom('companies').select(['id', 'slug']).executeTakeFirstOrThrow()

const process = () =>
  createConnections({ db, platforms, seal, timeoutMs: 5_000, platformSettings: {}, sandboxUrl: () => null })
const store = (credentials: Record<string, string>) => {
  const sealed = seal.seal(JSON.stringify(credentials), sealPurpose(company.id, name))
  return db
    .insertInto('connections')
    .values({ company_id: company.id, platform: name, label: 'shared', sealed_credentials: sealed })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'platform', 'label']).doUpdateSet({ sealed_credentials: sealed }),
    )
    .execute()
}
const renewals = async () => {
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', `calls?platform=${name}`)
  return calls.filter(({ path }) => path === '/token').length
}
const listAll = async (...processes: ReturnType<typeof process>[]) => {
  const opened = await Promise.all(processes.map((each) => each.openAll(company, name)))
  return Promise.all(opened.flat().map(({ session }) => session.listAccounts()))
}

test('however many processes need a token at once, one of them has it renewed', async (context) => {
  await store(driver.sandboxCredentials(null))
  const processes = [process(), process()]
  context.after(() => Promise.all(processes.map((each) => each.close())))
  const found = await listAll(...processes)
  assert.deepEqual(
    found.map((accounts) => accounts.length),
    [2, 2],
  )
  assert.equal(await renewals(), 1)
  await app.control('POST', name, { expireTokens: true })
  await listAll(...processes, ...processes)
  assert.equal(await renewals(), 2)
})

test('a process that starts later takes the token that is there', async (context) => {
  const before = await renewals()
  const later = process()
  context.after(() => later.close())
  await listAll(later)
  assert.equal(await renewals(), before)
})

test('the token is kept sealed, and new credentials do not use it', async (context) => {
  const { sealed_token: token } = await db.selectFrom('connections').select('sealed_token').executeTakeFirstOrThrow()
  assert.ok(token && !token.includes('ya29'))
  const before = await renewals()
  await store(driver.sandboxCredentials('another'))
  const later = process()
  context.after(() => later.close())
  const [accounts] = await listAll(later)
  assert.notEqual(accounts![0]!.id, '5661483101')
  assert.equal(await renewals(), before + 1)
})
