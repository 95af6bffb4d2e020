import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { settingsOf, speaking } from '../../src/platforms/settings.ts'
import { dayMs } from '../../src/days.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'

/** A newer version of a platform's interface is spoken by setting, where it is known to answer alike. */
const newer = '202610'
const afterOlder = Math.round((Date.parse('2027-07-20') - Date.now()) / dayMs) * 86_400

interface Listed {
  data: { platform: string; platformVersion: string; platformVersionEndsOn: string | null }[]
}
const versionIn = async (app: TestApp) => {
  const { body } = await app.call<Listed>('GET', '/v1/connections')
  const { platformVersion, platformVersionEndsOn } = body.data.find(({ platform }) => platform === 'linkedin')!
  return [platformVersion, platformVersionEndsOn]
}
const versionEndIn = async (app: TestApp) => {
  const { body } = await app.call<{ data: { platform: string }[] }>('GET', '/v1/calendar?kind=version')
  return body.data.filter(({ platform }) => platform === 'linkedin').length
}
const unread = async (app: TestApp) => {
  const { body } = await app.call<{ unread: { platform: string }[] }>('GET', '/v1/adaccounts?adAccountType=linkedin')
  return JSON.stringify(body)
}

test('what is set is spoken, told, and stays when the platform has switched the older one off', async () => {
  const older = await startTestApp()
  assert.deepEqual([await versionIn(older), await versionEndIn(older)], [['202607', '2027-07-15'], 1])
  const app = await startTestApp({ LINKEDIN_API_VERSION: newer })
  assert.deepEqual([await versionIn(app), await versionEndIn(app)], [[newer, null], 0])
  for (const each of [older, app]) {
    await each.control('POST', 'clock', { offsetSeconds: afterOlder })
    const { db } = each.app.services
    await db.deleteFrom('account_reads').where('platform', '=', 'linkedin').execute()
  }
  assert.match(await unread(older), /is not active/)
  assert.doesNotMatch(await unread(app), /is not active/)
})

test('any other version is refused before anything starts, with what is possible', async () => {
  for (const version of ['202611', '202512', '', 'v1'])
    assert.throws(
      () => speaking(builtIn, { others: { LINKEDIN_API_VERSION: version } }),
      /LINKEDIN_API_VERSION: must be 202607 or 202610: no other version is known to answer alike/,
    )
  await assert.rejects(startTestApp({ LINKEDIN_API_VERSION: '202611' }), /must be 202607 or 202610/)
})

test('a platform of which one version alone is known has no such setting', () => {
  for (const platform of builtIn.all.filter(({ api }) => !api.alsoKnown))
    assert.ok(!Object.keys(settingsOf(platform)).some((name) => name.endsWith('_API_VERSION')))
})
