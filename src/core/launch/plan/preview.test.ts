import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFixture } from '../../../../test/support/launch/boosts.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { findAccounts } from '../../connections/accounts.ts'
import { preview } from './preview.ts'
import { planLaunch } from './plan.ts'
import { companyId } from '../../../../test/support/company-id.ts'

const app = await startTestApp()
const { boost, picturePost, graph, account } = await boostFixture(app)
const { services } = app.app
const company = { id: companyId(1), slug: 'demo' }

test('a platform that is silent does not hold a launch up, nor does it refuse it', async () => {
  const accounts = await findAccounts(services, { company }, [account])
  const ad = boost(picturePost, { adSets: [await graph.adSetFor('OUTCOME_SALES')] })
  const request = services.launchBody.parse({ ads: [ad] })
  const plan = () =>
    planLaunch(request, {
      platforms: services.connections.platforms,
      accounts,
      called: new Map(),
      workspaces: new Set(),
      defaultsFor: () => ({ fields: {}, requireAiDisclosure: false }),
      by: {},
    })
  await app.control('POST', 'faults', { platform: 'meta', match: { method: 'GET' }, fault: 'hang', times: null })
  const silent = plan()
  await preview(services.connections, company, { accounts: accounts.values(), planned: silent, withinMs: 200 })
  assert.deepEqual(silent[0]!.issues, [])
  await app.control('DELETE', 'faults')
  const spoken = plan()
  await preview(services.connections, company, { accounts: accounts.values(), planned: spoken })
  assert.deepEqual(
    spoken[0]!.issues.map((issue) => issue.path),
    ['ads.0.media.0.effectiveStoryId'],
  )
})
