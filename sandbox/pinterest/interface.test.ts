import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import { checkExchange, interfaceClient } from '../../test/support/pinterest/client.ts'
import { pictureSource, token, usdAccount } from '../../test/support/simulated/pinterest.ts'

interface Named {
  id: string
  name: string
  status: string
}
interface List {
  items: Named[]
  bookmark: string | null
}
interface Results {
  items: { data?: Named; exceptions?: object }[]
}

const ids = { ad_account_id: usdAccount }

async function open(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  return { call: interfaceClient(`${url}/pinterest/v5`, token), control }
}

test('a client made from the published interface finds accounts, campaigns, ad groups, ads and boards', async (context) => {
  const { call } = await open(context)
  assert.equal((await call('user_account/get')).status, 200)
  const accounts = await call<List>('ad_accounts/list', { query: { page_size: 10 } })
  assert.equal(accounts.body.items[0]!.id, usdAccount)
  assert.equal((await call<Named>('ad_accounts/get', { ids })).body.id, usdAccount)
  for (const kind of ['campaigns', 'ad_groups', 'ads'] as const) {
    const entity_statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED']
    const query = { page_size: 2, order: 'DESCENDING', entity_statuses }
    const { body } = await call<List>(`${kind}/list`, { ids, query })
    assert.equal(body.items.length, 2)
    const next = await call<List>(`${kind}/list`, { ids, query: { ...query, bookmark: body.bookmark! } })
    assert.notEqual(next.body.items[0]!.id, body.items[0]!.id)
    const idName = `${kind.slice(0, -1)}_id`
    const one = await call<Named>(`${kind}/get`, { ids: { ...ids, [idName]: body.items[0]!.id } })
    assert.equal(one.body.id, body.items[0]!.id)
    const two = body.items.map(({ id }) => id)
    const named = await call<List>(`${kind}/list`, { ids, query: { [`${idName}s`]: two, entity_statuses } })
    assert.deepEqual(named.body.items.map(({ id }) => id).sort(), two.sort())
  }
  const boards = await call<List>('boards/list', { query: { ad_account_id: usdAccount } })
  const board_id = boards.body.items[0]!.id
  assert.equal((await call<Named>('boards/get', { ids: { board_id } })).body.id, board_id)
})

test('the same client makes a campaign, an ad group, a pin and an ad, and changes them', async (context) => {
  const { call } = await open(context)
  const first = async (...question: Parameters<typeof call>) =>
    ((await call(...question)).body as unknown as Results).items[0]!.data!
  const campaign = await first('campaigns/create', {
    ids,
    body: [{ ad_account_id: usdAccount, name: 'Made', objective_type: 'CONSIDERATION', status: 'PAUSED' }],
  })
  const group = await first('ad_groups/create', {
    ids,
    body: [
      {
        campaign_id: campaign.id,
        name: 'Made',
        billable_event: 'CLICKTHROUGH',
        budget_in_micro_currency: 25_000_000,
        budget_type: 'DAILY',
        bid_strategy_type: 'AUTOMATIC_BID',
      },
    ],
  })
  const boards = await call<List>('boards/list')
  const board_id = boards.body.items[0]!.id
  const pin = await call<Named>('pins/create', {
    query: { ad_account_id: usdAccount },
    body: { board_id, title: 'Made', link: 'https://example.com', media_source: await pictureSource() },
  })
  assert.equal(pin.status, 201)
  assert.equal((await call<Named>('pins/get', { ids: { pin_id: pin.body.id } })).body.id, pin.body.id)
  const onBoard = await call<List>('boards/list_pins', { ids: { board_id }, query: { page_size: 1 } })
  assert.equal(onBoard.body.items[0]!.id, pin.body.id)
  const ad = { ad_group_id: group.id, pin_id: pin.body.id, creative_type: 'REGULAR', name: 'Made', status: 'PAUSED' }
  const made = await first('ads/create', { ids, body: [ad] })
  assert.equal(made.name, 'Made')
  const changed = await first('ads/update', { ids, body: [{ id: made.id, status: 'ACTIVE' }] })
  assert.equal(changed.status, 'ACTIVE')
  const ended = { id: campaign.id, ad_account_id: usdAccount, status: 'ARCHIVED' }
  assert.equal((await first('campaigns/update', { ids, body: [ended] })).status, 'ARCHIVED')
  await first('ad_groups/update', { ids, body: [{ id: group.id, budget_in_micro_currency: 30_000_000 }] })
  const refused = await call<Results>('ads/create', { ids, body: [{ ...ad, pin_id: '1' }] })
  assert.ok(refused.body.items[0]!.exceptions)
})

test('an ad group of a campaign for conversions says what counts as one', async (context) => {
  const { call } = await open(context)
  const campaigns = await call<{ items: (Named & { objective_type: string })[] }>('campaigns/list', { ids })
  const { id } = campaigns.body.items.find((each) => each.objective_type === 'WEB_CONVERSION')!
  const group = {
    ...{ campaign_id: id, name: 'Shoppers', billable_event: 'CLICKTHROUGH' },
    ...{ budget_in_micro_currency: 25_000_000, budget_type: 'DAILY' },
  }
  const create = async (more: object) =>
    (await call<Results>('ad_groups/create', { ids, body: [{ ...group, ...more }] })).body.items[0]!
  assert.match(JSON.stringify((await create({})).exceptions), /optimization_goal_metadata/)
  const goal = { conversion_tag_v3_goal_metadata: { conversion_event: 'CHECKOUT', conversion_tag_id: '2617998078212' } }
  assert.equal((await create({ optimization_goal_metadata: goal })).data?.name, 'Shoppers')
})

test('the same client uploads a video and waits for it', async (context) => {
  const { call, control } = await open(context)
  const { body: place } = await call<{
    media_id: string
    upload_url: string
    upload_parameters: Record<string, string>
  }>('media/create', { body: { media_type: 'video' } })
  const status = async () => (await call('media/get', { ids: { media_id: place.media_id } })).body.status
  assert.equal(await status(), 'registered')
  const form = new FormData()
  for (const [name, value] of Object.entries(place.upload_parameters)) form.append(name, value)
  form.append('file', new Blob(['film']), 'film.mp4')
  assert.equal((await fetch(place.upload_url, { method: 'POST', body: form })).status, 204)
  await control('POST', '/clock', { offsetSeconds: 60 })
  assert.equal(await status(), 'succeeded')
  const { body: boards } = await call<List>('boards/list')
  const media_source = { source_type: 'video_id', media_id: place.media_id, cover_image_key_frame_time: 0 }
  const pin = await call('pins/create', { body: { board_id: boards.items[0]!.id, media_source } })
  assert.equal(pin.body.creative_type, 'VIDEO')
})

test('the same client reads figures at once and from a report', async (context) => {
  const { call, control } = await open(context)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const range = { start_date: day(7), end_date: day(1) }
  const columns = ['SPEND_IN_MICRO_DOLLAR', 'TOTAL_IMPRESSION']
  const query = { ...range, granularity: 'DAY', columns }
  assert.ok((await call<object[]>('ad_account/analytics', { ids, query })).body.length > 0)
  for (const kind of ['campaigns', 'ad_groups', 'ads'] as const) {
    const { body } = await call<List>(`${kind}/list`, { ids })
    const named = { [`${kind.slice(0, -1)}_ids`]: body.items.slice(0, 3).map(({ id }) => id) }
    const rows = await call<object[]>(`${kind}/analytics`, { ids, query: { ...query, ...named } })
    assert.ok(rows.body.length > 0, kind)
  }
  const body = { ...range, granularity: 'TOTAL', columns, level: 'CAMPAIGN', report_format: 'JSON' }
  const { token: report } = (await call<{ token: string }>('analytics/create_report', { ids, body })).body
  const look = async () => (await call('analytics/get_report', { ids, query: { token: report } })).body.report_status
  assert.equal(await look(), 'IN_PROGRESS')
  await control('POST', '/clock', { offsetSeconds: 60 })
  assert.equal(await look(), 'FINISHED')
})

test('whatever differs from the published interface is found', () => {
  const exchange = {
    method: 'GET',
    path: '/boards',
    query: new URLSearchParams({ page_size: '10' }),
    requestBody: undefined,
    status: 200,
    replyBody: { items: [{ id: '1', name: 'Lamps' }], bookmark: null },
  }
  assert.equal(checkExchange(exchange), 'boards/list')
  const wrong: [object, RegExp][] = [
    [{ path: '/board' }, /has no GET \/board/],
    [{ query: new URLSearchParams({ size: '1' }) }, /has no parameter size/],
    [{ query: new URLSearchParams({ page_size: '251' }) }, /page_size/],
    [{ requestBody: {} }, /takes no body/],
    [{ status: 202 }, /never answered 202/],
    [{ replyBody: { items: [{ id: 1, name: 'Lamps' }] } }, /items\.0\.id/],
    [{ replyBody: { items: [{ id: '1', name: 'Lamps', colour: 'red' }] } }, /colour/],
    [{ status: 404, replyBody: { error: 'Not found' } }, /answer 404/],
  ]
  for (const [change, found] of wrong) assert.throws(() => checkExchange({ ...exchange, ...change }), found)
  const pin = {
    ...exchange,
    method: 'POST',
    path: '/pins',
    query: new URLSearchParams(),
    replyBody: { id: '1' },
    status: 201,
  }
  const media_source = { source_type: 'image_base64', content_type: 'image/gif', data: 'AAAA' }
  assert.throws(() => checkExchange({ ...pin, requestBody: { media_source } }), /media_source/)
})
