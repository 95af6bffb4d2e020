import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignForm, graphClient, prepareLaunch, usdAccount } from '../../../test/support/simulated/primary.ts'
import { untilTrue } from '../../../test/support/ask-until.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import type { TestSandbox } from '../../../test/support/simulated/sandbox.ts'

const post = { method: 'POST', path: '/campaigns$' }

async function campaignCount({ control }: TestSandbox): Promise<number> {
  const { body } = await control('GET', '/state?platform=meta')
  return (body['counts'] as { campaigns: number }).campaigns
}

test('a status fault answers with that status and body, as often as asked', async (context) => {
  const running = await startTestSandbox(context)
  const client = graphClient(running.url)
  await running.control('POST', '/faults', {
    platform: 'meta',
    match: post,
    fault: 'status',
    status: 503,
    body: { down: true },
    after: 1,
    times: 2,
  })
  const statuses = []
  for (let call = 0; call < 4; call++)
    statuses.push((await client.post(`${usdAccount}/campaigns`, campaignForm)).status)
  assert.deepEqual(statuses, [200, 503, 503, 200])
  const { body } = await running.control('GET', '/faults')
  const [fault] = body['faults'] as { applied: number; matched: number }[]
  assert.equal(fault?.applied, 2)
  assert.equal(fault?.matched, 4)
})

test('a fault without an end lasts until it is removed', async (context) => {
  const running = await startTestSandbox(context)
  const client = graphClient(running.url)
  await running.control('POST', '/faults', { platform: 'meta', fault: 'status', status: 500, times: 0 })
  for (let call = 0; call < 3; call++) {
    const response = await fetch(`${client.base}/me?access_token=sandbox-meta-token`)
    assert.equal(response.status, 500)
    await response.text()
  }
  assert.equal((await running.control('DELETE', '/faults')).body['removed'], 1)
  assert.equal((await client.get('me')).status, 200)
})

test('a platform error carries the code and subcode, and nothing is created', async (context) => {
  const running = await startTestSandbox(context)
  const client = graphClient(running.url)
  const before = await campaignCount(running)
  await running.control('POST', '/faults', {
    platform: 'meta',
    match: post,
    fault: 'platform-error',
    code: 2,
    subcode: 99,
  })
  const { body } = await client.post(`${usdAccount}/campaigns`, campaignForm)
  assert.equal(body.error?.code, 2)
  assert.equal(body.error?.error_subcode, 99)
  assert.equal(body.error?.is_transient, true)
  assert.equal(await campaignCount(running), before)
})

test('a throttle has the code and the usage headers of the platform', async (context) => {
  const running = await startTestSandbox(context)
  const client = graphClient(running.url)
  await running.control('POST', '/faults', { platform: 'meta', fault: 'throttle', seconds: 120 })
  const answer = await client.post(`${usdAccount}/campaigns`, campaignForm)
  assert.equal(answer.body.error?.code, 17)
  assert.equal(answer.body.error?.error_subcode, 2446079)
  const usage = JSON.parse(answer.headers.get('x-ad-account-usage') ?? '{}') as Record<string, number>
  assert.equal(usage['acc_id_util_pct'], 100)
  assert.equal(usage['reset_time_duration'], 120)
})

test('an ended version answers as the platform does', async (context) => {
  const running = await startTestSandbox(context)
  await running.control('POST', '/faults', { platform: 'meta', fault: 'version-ended' })
  const { body } = await graphClient(running.url).get('me')
  assert.equal(body.error?.code, 2635)
})

test('a call cut before it took effect creates nothing', async (context) => {
  const running = await startTestSandbox(context)
  const before = await campaignCount(running)
  await running.control('POST', '/faults', { platform: 'meta', match: post, fault: 'drop-before' })
  await assert.rejects(graphClient(running.url).post(`${usdAccount}/campaigns`, campaignForm), TypeError)
  assert.equal(await campaignCount(running), before)
})

test('a call cut after it took effect has created its object', async (context) => {
  const running = await startTestSandbox(context)
  const before = await campaignCount(running)
  await running.control('POST', '/faults', { platform: 'meta', match: post, fault: 'drop-after' })
  await assert.rejects(graphClient(running.url).post(`${usdAccount}/campaigns`, campaignForm), TypeError)
  assert.equal(await campaignCount(running), before + 1)
  const { body } = await running.control('GET', '/calls?platform=meta')
  const [call] = body['calls'] as { status: null; fault: string }[]
  assert.equal(call?.fault, 'drop-after')
  assert.equal(call?.status, null)
})

test('a hanging call is never answered, and closing the sandbox does not wait for it', async (context) => {
  const running = await startTestSandbox(context)
  await running.control('POST', '/faults', { platform: 'meta', fault: 'hang' })
  const hanging = assert.rejects(graphClient(running.url).get('me'), TypeError)
  await untilTrue(async () => ((await running.control('GET', '/calls?platform=meta')).body['calls'] as []).length > 0)
  // Whoever waited for it would wait for ever.
  await running.sandbox.close()
  await hanging
})

test('a downgrade stores something else than was asked for', async (context) => {
  const running = await startTestSandbox(context)
  const client = graphClient(running.url)
  const { adsetId, imageHash } = await prepareLaunch(client)
  await running.control('POST', '/faults', {
    platform: 'meta',
    match: { path: 'adcreatives' },
    fault: 'downgrade',
    fields: ['url_tags', 'call_to_action'],
  })
  const link = 'https://shop.example/a'
  const story = {
    page_id: '106066148315001',
    link_data: { link, image_hash: imageHash, call_to_action: { type: 'SHOP_NOW', value: { link } } },
  }
  const creativeId = await client.create(`${usdAccount}/adcreatives`, {
    name: 'X',
    object_story_spec: story,
    url_tags: 'utm_source=meta',
  })
  const { body } = await client.get(`${creativeId}?fields=url_tags,call_to_action_type`)
  assert.equal(body['url_tags'], undefined)
  assert.equal(body['call_to_action_type'], 'LEARN_MORE')
  await running.control('POST', '/faults', {
    platform: 'meta',
    match: { path: '/ads$' },
    fault: 'downgrade',
    fields: ['status'],
  })
  const adId = await client.create(`${usdAccount}/ads`, {
    name: 'X',
    adset_id: adsetId,
    creative: { creative_id: creativeId },
    status: 'ACTIVE',
  })
  assert.equal((await client.get(`${adId}?fields=status`)).body['status'], 'PAUSED')
})

test('a slow video is processed for as long as the fault says', async (context) => {
  const running = await startTestSandbox(context)
  const client = graphClient(running.url)
  await running.control('POST', '/faults', {
    platform: 'meta',
    match: { path: 'advideos' },
    fault: 'slow-video',
    seconds: 500,
  })
  const id = await client.create(`${usdAccount}/advideos`, { file_url: `${running.url}/_assets/square.mp4` })
  const status = async () =>
    ((await client.get(`${id}?fields=status`)).body['status'] as { video_status: string }).video_status
  await running.control('POST', '/clock', { offsetSeconds: 400 })
  assert.equal(await status(), 'processing')
  await running.control('POST', '/clock', { offsetSeconds: 600 })
  assert.equal(await status(), 'ready')
})
