import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/harness.ts'

interface Accounts {
  data: { id: string; platform: string }[]
  metadata: { unread: { platform: string; reason: string }[] }
}

test('a platform that cannot be asked is named, instead of looking as if it had no accounts', async () => {
  const app = await startTestApp()
  await app.control('POST', 'faults', { platform: 'meta', fault: 'status', status: 500, times: 0 })
  const { status, body } = await app.call<Accounts>('GET', '/v1/adaccounts')
  assert.equal(status, 200)
  assert.ok(body.data.length > 0, 'the others are there')
  assert.deepEqual(
    body.data.filter(({ platform }) => platform === 'primary'),
    [],
  )
  assert.deepEqual(
    body.metadata.unread.map(({ platform }) => platform),
    ['primary'],
  )
  assert.ok(body.metadata.unread[0]!.reason.length > 0)
})
