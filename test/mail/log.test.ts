import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSignInLink } from '../../src/core/people/invites/links.ts'
import { connect } from '../../src/db/connect.ts'
import { everyCompany } from '../../src/db/scoped.ts'
import { createDatabase, makeDataDir } from '../support/harness.ts'
import { startMailServer } from '../support/mail/server.ts'
import { createBrowser } from '../support/people/browser.ts'
import { startService } from '../support/service/service-process.ts'

test('neither tokens nor addresses of mails stand in what the service writes', async () => {
  const server = await startMailServer({
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('bob') ? Object.assign(new Error(`no ${address}`), { responseCode: 550 }) : null)
    },
  })
  const database = await createDatabase()
  const settings = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(), LOG_LEVEL: 'debug', DASHBOARD: 'off' }
  const service = await startService({ ...settings, ...server.settings })
  try {
    const { db } = connect(database.place, 1)
    const member = await everyCompany(db)
      .selectFrom('memberships')
      .select(['company_id as companyId', 'user_id as userId'])
      .executeTakeFirstOrThrow()
    const first = await makeSignInLink(db, member)
    await db.destroy()
    const owner = createBrowser(service.url)
    assert.equal((await owner.call('POST', '/v1/session', { body: { token: first } })).status, 200)
    for (const email of ['bob@example.com', 'ann@example.com'])
      assert.equal((await owner.call('POST', '/v1/people/invites', { body: { email } })).status, 201)
    const { link } = await server.latestTo('ann@example.com')
    const token = link.slice(link.lastIndexOf('/') + 1)
    const ann = createBrowser(service.url)
    assert.equal((await ann.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Ann' } })).status, 200)
    await ann.call('POST', '/v1/session/link', { body: { email: 'ann@example.com' } })
    const signIn = await server.latestTo('ann@example.com', 2)
    const tokens = [token, signIn.link.slice(signIn.link.lastIndexOf('/') + 1)]
    await service.end('SIGTERM')
    assert.match(service.output(), /a mail was given up/)
    for (const text of [...tokens, 'ann@example.com', 'bob@example.com'])
      assert.ok(!service.output().includes(text), text)
  } finally {
    service.child.kill('SIGKILL')
    await database.drop()
  }
})
