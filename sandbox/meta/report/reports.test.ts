import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { graphClient, usdAccount } from '../../../test/support/simulated/primary.ts'
import { daysAgo, report } from '../../../test/support/simulated/insights.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

const range = { since: daysAgo(40), until: daysAgo(11) }

test('a report in the background runs for a while and then has its rows', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { reportSeconds: 100 })
  const client = graphClient(url)
  const params = { level: 'ad', fields: 'ad_id,spend', time_range: range }
  const runId = String((await client.post(`${usdAccount}/insights`, params)).body['report_run_id'])
  const status = async (seconds: number) => {
    await control('POST', '/clock', { offsetSeconds: seconds })
    const { body } = await client.get(runId)
    return [body['async_status'], body['async_percent_completion']]
  }
  assert.equal((await status(0))[0], 'Job Not Started')
  assertError(await client.get(`${runId}/insights`), 100)
  assert.equal((await status(20))[0], 'Job Started')
  assert.equal((await status(60))[0], 'Job Running')
  assert.deepEqual(await status(101), ['Job Completed', 100])
  const rows = (await client.get(`${runId}/insights?limit=500`)).body.data
  assert.deepEqual(rows, await report(client, usdAccount, params))
  assertError(await client.post(`${usdAccount}/insights`, { fields: 'happiness' }), 100)
  await control('POST', '/meta', { largestReport: 2 })
  const { body } = await client.get(runId)
  assert.deepEqual([body['async_status'], body['error_code'], body['error_subcode']], ['Job Failed', 100, 1487534])
  await status(31 * 86_400)
  assertError(await client.get(`${runId}?fields=async_status`), 100, 33)
})
