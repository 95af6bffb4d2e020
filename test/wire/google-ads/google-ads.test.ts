import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googleAds } from '../../../src/platforms/google-ads/index.ts'
import { changeSearchAds } from './changes.ts'
import { checkCalls, unused } from '../check.ts'
import { askForFigures } from '../figures.ts'
import { checkMessages } from './messages.ts'
import known from './operations.json' with { type: 'json' }
import type { Interface } from '../interface.ts'
import { startRecordedApp } from '../recorder.ts'

const recorded = await startRecordedApp()
const { app, ok } = recorded
const accountId = '5661483101'
const managed = '5661483102'

test('everything that an account holds is listed, also under a manager', async () => {
  await ok('GET', '/v1/google-ads/accounts')
  for (const account of [accountId, managed]) {
    for (const what of ['campaigns', 'ad-groups', 'ads', 'keywords', 'search-terms', 'negatives', 'changes'])
      await ok('GET', `/v1/google-ads/${what}?accountId=${account}&limit=5`)
    await ok('GET', `/v1/google-ads/search-terms?accountId=${account}&minCost=1&maxConversions=0.5`)
    await ok('GET', `/v1/adsets?accountId=${account}&search=a`)
    await ok('GET', `/v1/manage/list-ads?accountId=${account}&limit=5`)
  }
})

test('keywords, negatives, switches, ends and budgets are written, also after lost answers', () =>
  changeSearchAds(recorded, accountId))

test('every kind of figures is asked for', () => askForFigures(recorded, accountId))

test('a connection is checked, and its token renewed', async () => {
  const session = recorded.open(googleAds)
  await app.control('POST', 'google-ads', { expireTokens: true })
  const { identity, missingScopes } = await session.check!()
  assert.notEqual(identity, 'unknown')
  assert.deepEqual(missingScopes, [])
})

test('whatever was sent and answered keeps to the published interface, and all of it was used', async () => {
  const findings = await checkCalls(known, recorded.calls)
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as Interface, findings), [])
})

test('it also keeps to the messages that the platform publishes, down to the last field', () => {
  assert.deepEqual(checkMessages(recorded.calls), [])
})
