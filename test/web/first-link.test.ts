import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { makeDataDir } from '../support/harness.ts'
import { createBrowser } from '../support/people/browser.ts'
import { startService } from '../support/service/service-process.ts'
import { builtDashboard } from '../support/web/built.ts'

await builtDashboard()
const dataDir = await makeDataDir()
after(async () => {
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

test('the first start prints a link that signs the owner in for a day, and no later start does', async () => {
  const settings = { DATA_DIR: dataDir, DASHBOARD: 'on', LOG_LEVEL: 'debug' }
  const first = await startService(settings)
  const printed = first.output()
  const [, port, token] = /^Next: open this link\..*\n {2}http:\/\/localhost:(\d+)\/#\/sign-in\/(\S+)$/m.exec(printed)!
  assert.equal(port, new URL(first.url).port)
  assert.match(printed, /^Or ask which .*\n {2}curl /m)
  const logged = printed.split('\n').filter((line) => line.startsWith('{'))
  assert.ok(logged.every((line) => !line.includes(token!)))
  const browser = createBrowser(first.url)
  assert.equal((await browser.call('POST', '/v1/session', { body: { token } })).status, 200)
  const { body } = await browser.call('GET', '/v1/session')
  assert.equal((body.person as { role: string }).role, 'owner')
  const { body: log } = await browser.call('GET', '/v1/audit-log')
  assert.ok((log.data as { action: string }[]).some(({ action }) => action === 'login-link'))
  assert.equal((await createBrowser(first.url).call('POST', '/v1/session', { body: { token } })).status, 401)
  assert.equal((await first.end('SIGTERM')).code, 0)

  const second = await startService(settings)
  assert.doesNotMatch(second.output(), /#\/sign-in\//)
  assert.match(second.output(), /^Next: open the dashboard at http:\/\/localhost:\d+\. .*login-link/m)
  assert.equal((await second.end('SIGTERM')).code, 0)
})
