import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../../test/support/simulated/sandbox.ts'
import type { TestSandbox } from '../../../../test/support/simulated/sandbox.ts'
import { graphClient, prepareLaunch, usdAccount } from '../../../../test/support/simulated/primary.ts'
import type { GraphAnswer, GraphClient } from '../../../../test/support/simulated/primary.ts'
import { assertError } from '../../../../test/support/simulated/refusals.ts'

const fields = 'name,status,percent_completed,result,error_code,exception,complete_time'

async function adSetWithAds(client: GraphClient, count: number): Promise<string> {
  const { adsetId, creativeId } = await prepareLaunch(client)
  for (let number = 1; number <= count; number++)
    await client.create(`${usdAccount}/ads`, {
      name: `Ad ${number}`,
      adset_id: adsetId,
      creative: { creative_id: creativeId },
    })
  return adsetId
}

function copyPart(adsetId: string, name: string) {
  return { method: 'POST', name, relative_url: `${adsetId}/copies`, body: 'deep_copy=true&status_option=PAUSED' }
}

function sessionsOf({ body }: GraphAnswer): { id: string; name: string }[] {
  return body['async_sessions'] as { id: string; name: string }[]
}

async function pass(control: TestSandbox['control'], seconds: number): Promise<void> {
  await control('POST', '/clock', { offsetSeconds: seconds })
}

test('a large copy runs in the background and tells its result when it is done', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { asyncSeconds: 60 })
  const client = graphClient(url)
  const adsetId = await adSetWithAds(client, 5)
  const [session] = sessionsOf(await client.post('', { asyncbatch: [copyPart(adsetId, 'copy1')] }))
  assert.equal(session?.name, 'copy1')
  const early = (await client.get(`${session.id}?fields=${fields}`)).body
  assert.deepEqual([early['status'], early['result']], ['NOT_STARTED', undefined])
  await pass(control, 30)
  const running = (await client.get(`${session.id}?fields=${fields}`)).body
  assert.equal(running['status'], 'IN_PROGRESS')
  assert.ok(Number(running['percent_completed']) >= 50 && Number(running['percent_completed']) < 100)
  await pass(control, 61)
  const done = (await client.get(`${session.id}?fields=${fields}`)).body
  assert.deepEqual([done['status'], done['percent_completed'], done['error_code']], ['COMPLETED', 100, undefined])
  const result = JSON.parse(String(done['result'])) as { copied_adset_id: string; ad_object_ids: object[] }
  assert.equal((await client.get(`${result.copied_adset_id}/ads`)).body.data?.length, 5)
})

test('an asynchronous batch is also taken at the ad account, and one failure does not stop the others', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { asyncSeconds: 0 })
  const client = graphClient(url)
  const adsetId = await adSetWithAds(client, 3)
  const parts = [{ ...copyPart(adsetId, 'bad'), body: 'status_option=SOME' }, copyPart(adsetId, 'good')]
  const sessions = sessionsOf(await client.post(`${usdAccount}/`, { asyncbatch: parts }))
  const [bad, good] = await Promise.all(
    sessions.map(async ({ id }) => (await client.get(`${id}?fields=${fields}`)).body),
  )
  assert.deepEqual([bad?.['status'], bad?.['error_code']], ['FAILED', 100])
  assert.match(String(bad?.['exception']), /status_option/)
  assert.equal((JSON.parse(String(bad?.['result'])) as { error: { code: number } }).error.code, 100)
  assert.equal(good?.['status'], 'COMPLETED')
})

test('even in the background at most 51 objects are copied at once', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { asyncSeconds: 0, limits: 'off' })
  const client = graphClient(url)
  const { campaignId } = await prepareLaunch(client)
  const adsetId = await adSetWithAds(client, 50)
  const run = async (id: string) => {
    const [session] = sessionsOf(await client.post('', { asyncbatch: [copyPart(id, 'x')] }))
    return (await client.get(`${session?.id}?fields=${fields}`)).body
  }
  assert.equal((await run(adsetId))['status'], 'COMPLETED')
  const { body } = await client.get(`${adsetId}?fields=campaign_id`)
  const failed = await run(String(body['campaign_id']))
  const { error } = JSON.parse(String(failed['result'])) as { error: { error_subcode: number } }
  assert.deepEqual([failed['status'], error.error_subcode], ['FAILED', 1885194])
  assert.equal((await run(campaignId))['status'], 'COMPLETED')
})

test('empty and oversized asynchronous batches are refused, and sessions of others do not exist', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/meta', { asyncSeconds: 0 })
  const client = graphClient(url)
  assertError(await client.post('', { asyncbatch: [] }), 100)
  const part = { method: 'GET', name: 'me', relative_url: 'me' }
  assertError(await client.post('', { asyncbatch: Array.from({ length: 51 }, () => part) }), 100)
  const [session] = sessionsOf(await client.post('', { asyncbatch: [part] }))
  assertError(await graphClient(url, 'sandbox-meta-token.other').get(session?.id ?? ''), 100, 33)
})
