import { browserTests } from '../support/browser/stage.ts'
import type { TestApp } from '../support/harness.ts'
import { killableService } from '../support/web/killable.ts'
import { launchInto } from '../support/web/launch-into.ts'

const test = await browserTests()

test('a service that is killed during a batch is said to be gone, comes back, and the batch ends', async (stage) => {
  const service = await killableService(stage.app.sandboxUrl)
  await service.start()
  const { page, expectProblems } = await stage.visit(service.signInLink())
  expectProblems(/net::ERR_/)
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  // No ad is on its way before we say so: for a lost answer to one, it would be looked for over a minute.
  await stage.app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adimages$' },
    fault: 'hang',
    times: 0,
  })
  const call: TestApp['call'] = (method, path, options = {}) =>
    stage.app.call(method, `${service.url}${path}`, { key: service.key, ...options })
  const id = await launchInto({ ...stage.app, key: service.key, call }, { adSets: 3, name: 'Survives' })
  await page.goto(`${service.url}/batches/${id}`)
  await page.getByRole('button', { name: 'On the way 3' }).waitFor()
  await service.kill()
  const gone = page.getByRole('status').filter({ hasText: 'Flightdeck does not answer.' })
  await gone.waitFor()
  await stage.app.control('DELETE', 'faults')
  await service.start()
  await page.getByText('All 3 ads were launched.').waitFor()
  await gone.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Launched 3' }).waitFor()
})
