import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMessage } from '../../src/cli/start-message.ts'
import { startTestApp } from '../support/harness.ts'
import { createBrowser } from '../support/people/browser.ts'
import { builtDashboard } from '../support/web/built.ts'

await builtDashboard()

test('on a terminal the first start prints a link that signs the owner in for a day, and a log never holds one', async () => {
  const app = await startTestApp({ DASHBOARD: 'on' })
  const logged = await startMessage(app.app, false)
  assert.doesNotMatch(logged, /#\/sign-in\//)
  assert.match(logged, /^Next: open the dashboard at http:\/\/localhost:\d+\. .*login-link/m)

  const printed = await startMessage(app.app, true)
  const [, port, token] = /^Next: open this link\..*\n {2}http:\/\/localhost:(\d+)\/#\/sign-in\/(\S+)$/m.exec(printed)!
  assert.equal(port, new URL(app.url).port)
  assert.match(printed, /^Or ask which .*\n {2}curl /m)
  const browser = createBrowser(app.url)
  assert.equal((await browser.call('POST', '/v1/session', { body: { token } })).status, 200)
  const { body } = await browser.call('GET', '/v1/session')
  assert.equal((body.person as { role: string }).role, 'owner')
  const { body: log } = await browser.call('GET', '/v1/audit-log')
  assert.ok((log.data as { action: string }[]).some(({ action }) => action === 'login-link'))
  assert.equal((await createBrowser(app.url).call('POST', '/v1/session', { body: { token } })).status, 401)

  const later = await startMessage({ ...app.app, newDemo: null }, true)
  assert.doesNotMatch(later, /#\/sign-in\//)
})

test('the key of the demo company is shown on a terminal alone; a log says where it lies', async () => {
  const { app, dataDir } = await startTestApp()
  const newDemo = { ...app.newDemo!, key: 'ak_made' }
  const made = { ...app, newDemo, services: { ...app.services, config: { ...app.services.config, demoApiKey: null } } }
  assert.match(await startMessage(made, true), /ak_made/)
  const logged = await startMessage(made, false)
  assert.doesNotMatch(logged, /ak_made/)
  assert.ok(logged.includes(`lies in ${dataDir}/demo-key.`))
})
