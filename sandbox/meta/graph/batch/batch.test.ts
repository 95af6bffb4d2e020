import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../../test/support/simulated/sandbox.ts'
import { graphClient, usdAccount } from '../../../../test/support/simulated/primary.ts'
import type { GraphBody } from '../../../../test/support/simulated/primary.ts'

interface Part {
  code: number
  body: string
  headers?: { name: string; value: string }[]
}

async function sendBatch(url: string, batch: unknown[], more: object = {}): Promise<(Part | null)[]> {
  const { body } = await graphClient(url).post('', { batch, ...more })
  return body as unknown as (Part | null)[]
}

const newCampaign =
  'name=Batch&objective=OUTCOME_TRAFFIC&special_ad_categories=%5B%5D&is_adset_budget_sharing_enabled=false'

test('a batch answers each part in order, with its own code', async (context) => {
  const { url } = await startTestSandbox(context)
  const answers = await sendBatch(url, [
    { method: 'GET', relative_url: `${usdAccount}?fields=currency` },
    { method: 'GET', relative_url: '/v26.0/123' },
    { method: 'POST', relative_url: `v26.0/${usdAccount}/campaigns`, body: newCampaign },
  ])
  assert.deepEqual(
    answers.map((part) => part?.code),
    [200, 400, 200],
  )
  assert.deepEqual(JSON.parse(answers[0]?.body ?? ''), { currency: 'USD', id: usdAccount })
  assert.ok(answers[0]?.headers?.some(({ name }) => name === 'facebook-api-version'))
  const bare = await sendBatch(url, [{ method: 'GET', relative_url: 'me' }], { include_headers: false })
  assert.equal(bare[0]?.headers, undefined)
})

test('a part may use the result of a named one', async (context) => {
  const { url } = await startTestSandbox(context)
  const answers = await sendBatch(url, [
    { method: 'POST', name: 'make', relative_url: `${usdAccount}/campaigns`, body: newCampaign },
    { method: 'GET', relative_url: '{result=make:$.id}?fields=name' },
    { method: 'POST', relative_url: '{result=make:$.id}', body: 'name=Renamed' },
    { method: 'GET', relative_url: '{result=nobody:$.id}' },
  ])
  assert.equal(answers[0], null)
  assert.equal((JSON.parse(answers[1]?.body ?? '{}') as GraphBody)['name'], 'Batch')
  assert.deepEqual(JSON.parse(answers[2]?.body ?? '{}'), { success: true })
  assert.equal(answers[3]?.code, 400)
})

test('a part without an answer is null, and may have taken effect', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/faults', { platform: 'meta', match: { path: '/campaigns$' }, fault: 'drop-after' })
  const answers = await sendBatch(url, [
    { method: 'POST', relative_url: `${usdAccount}/campaigns`, body: newCampaign },
    { method: 'GET', relative_url: 'me' },
  ])
  assert.equal(answers[0], null)
  assert.equal(answers[1]?.code, 200)
  const filtering = encodeURIComponent(JSON.stringify([{ field: 'name', operator: 'EQUAL', value: 'Batch' }]))
  assert.equal((await graphClient(url).get(`${usdAccount}/campaigns?filtering=${filtering}`)).body.data?.length, 1)
  const calls = (await control('GET', '/calls?platform=meta')).body['calls'] as { path: string; inBatch?: boolean }[]
  assert.deepEqual(
    calls.slice(0, 3).map(({ path, inBatch }) => [path, inBatch ?? false]),
    [
      [`/v26.0/${usdAccount}/campaigns`, true],
      ['/v26.0/me', true],
      ['/v26.0/', false],
    ],
  )
})

test('more than fifty parts are refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const { body } = await graphClient(url).post('', {
    batch: Array.from({ length: 51 }, () => ({ method: 'GET', relative_url: 'me' })),
  })
  assert.equal(body.error?.code, 100)
})
