import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import {
  jpyAccount,
  pictureSource,
  pinClient,
  preparePin,
  token,
  usdAccount,
} from '../../test/support/simulated/pinterest.ts'

const adsPath = `ad_accounts/${usdAccount}/ads`

test('each company has two accounts, one of them in a currency without minor units, and sees no other', async (context) => {
  const { url } = await startTestSandbox(context)
  const own = await pinClient(url).items('ad_accounts')
  assert.deepEqual(
    own.map(({ id, currency }) => [id, currency]),
    [
      [usdAccount, 'USD'],
      [jpyAccount, 'JPY'],
    ],
  )
  const other = pinClient(url, `${token}.other`)
  assert.ok((await other.items('ad_accounts')).every(({ id }) => id !== usdAccount && id !== jpyAccount))
  const foreign = await other.get(`ad_accounts/${usdAccount}/campaigns`)
  assert.deepEqual([foreign.status, foreign.body.code], [404, 2])
  const refused = await pinClient(url, 'nonsense').get('ad_accounts')
  assert.deepEqual([refused.status, refused.body.code], [401, 2])
})

test('lists go on by bookmark, hide what is archived, and take ids in both spellings', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = pinClient(url)
  const seen: string[] = []
  let bookmark: string | null | undefined = ''
  while (bookmark !== null) {
    const { body } = await client.get(`${adsPath}?page_size=5${bookmark ? `&bookmark=${bookmark}` : ''}`)
    seen.push(...body.items!.map(({ id }) => id!))
    bookmark = body.bookmark
  }
  assert.equal(new Set(seen).size, 18)
  const [first, second] = seen
  await client.patch(adsPath, [{ id: first, status: 'ARCHIVED' }])
  assert.equal((await client.items(`${adsPath}?page_size=250`)).length, 17)
  assert.equal((await client.items(`${adsPath}?ad_ids=${first},${second}&entity_statuses=ARCHIVED`)).length, 1)
  assert.equal((await client.items(`${adsPath}?ad_ids=${first}&ad_ids=${second}`)).length, 1)
  const newest = await client.items(`${adsPath}?order=DESCENDING&page_size=1`)
  assert.equal(newest[0]!.id, seen.at(-1))
  for (const query of ['page_size=251', 'bookmark=nonsense', 'entity_statuses=GONE', 'ad_ids=abc', 'order=UP'])
    assert.equal((await client.get(`${adsPath}?${query}`)).status, 400, query)
})

test('a batch is 1 to 30 items, each with its own end, inside of a good answer', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = pinClient(url)
  const { pinId, groupId } = await preparePin(client)
  const good = { ad_group_id: groupId, pin_id: pinId, creative_type: 'REGULAR', name: 'A' }
  const mixed = [good, { ...good, pin_id: '1' }, { ...good, creative_type: 'VIDEO' }]
  const { status, body } = await client.post(adsPath, mixed)
  assert.equal(status, 200)
  assert.equal(body.items![0]!.data!.name, 'A')
  assert.deepEqual(body.items![1]!.exceptions, { code: 50, message: 'Pin not found.' })
  assert.equal((body.items![2]!.exceptions as { code: number }).code, 6)
  await control('POST', '/pinterest', { adExceptions: 'array' })
  const again = await client.post(adsPath, mixed)
  assert.deepEqual(again.body.items![0]!.exceptions, [])
  assert.deepEqual(again.body.items![1]!.exceptions, [{ code: 50, message: 'Pin not found.' }])
  for (const wrong of [[], Array(31).fill(good), good, [{ ...good, customizable_cta_type: 'NOPE' }]]) {
    const refused = await client.post(adsPath, wrong)
    assert.deepEqual([refused.status, refused.body.code], [400, 1])
  }
})

test("a pin of another company cannot be promoted, nor put on that company's board", async (context) => {
  const { url } = await startTestSandbox(context)
  const client = pinClient(url)
  const other = pinClient(url, `${token}.other`)
  const { groupId } = await preparePin(client)
  const [theirBoard] = await other.items('boards')
  const theirs = await other.post('pins', { board_id: theirBoard!.id, media_source: await pictureSource() })
  const ad = { ad_group_id: groupId, pin_id: theirs.body.id, creative_type: 'REGULAR' }
  const { body } = await client.post(adsPath, [ad])
  assert.equal((body.items![0]!.exceptions as { code: number }).code, 29)
  const onTheirs = await client.post('pins', { board_id: theirBoard!.id, media_source: await pictureSource() })
  assert.deepEqual([onTheirs.status, onTheirs.body.code], [404, 40])
})

test('a budget stands on the campaign or on its ad groups, and archiving is for good', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = pinClient(url)
  const base = `ad_accounts/${usdAccount}`
  const codeOf = async (path: string, item: object) => {
    const { body } = await client.patch(`${base}/${path}`, [item])
    return (body.items![0]!.exceptions as { code: number }[])[0]?.code
  }
  const campaigns = await client.items(`${base}/campaigns`)
  const optimized = campaigns.find((each) => each.is_campaign_budget_optimization)!
  const [inside] = await client.items(`${base}/ad_groups?campaign_ids=${optimized.id}`)
  assert.equal(await codeOf('ad_groups', { id: inside!.id, budget_in_micro_currency: 5_000_000 }), 6)
  const campaign = { id: optimized.id, ad_account_id: usdAccount }
  assert.equal(await codeOf('campaigns', { ...campaign, lifetime_spend_cap: 5_000_000 }), 6)
  assert.equal(await codeOf('campaigns', { ...campaign, daily_spend_cap: 5_000_000 }), undefined)
  assert.equal(await codeOf('campaigns', { ...campaign, end_time: 1 }), 6)
  assert.equal(await codeOf('campaigns', { ...campaign, status: 'ARCHIVED' }), undefined)
  assert.equal(await codeOf('campaigns', { ...campaign, status: 'ACTIVE' }), 6)
  const noAccount = await client.patch(`${base}/campaigns`, [{ id: optimized.id, status: 'PAUSED' }])
  assert.equal(noAccount.status, 400, 'campaigns want their account named again')
})

test('campaigns are for sales and leads, and their ad groups say what counts as one', async (context) => {
  const client = pinClient((await startTestSandbox(context)).url)
  const base = `ad_accounts/${usdAccount}`
  const make = (objective_type: string) =>
    client.post(`${base}/campaigns`, [{ ad_account_id: usdAccount, name: objective_type, objective_type }])
  const group = { name: 'Shoppers', billable_event: 'CLICKTHROUGH', budget_in_micro_currency: 25_000_000 }
  for (const [objective, event] of [
    ['SALES', 'CHECKOUT'],
    ['LEADS', 'LEAD'],
  ] as const) {
    const campaign_id = (await make(objective)).body.items![0]!.data!.id
    const goal = { conversion_tag_v3_goal_metadata: { conversion_event: event } }
    const { body } = await client.post(`${base}/ad_groups`, [
      { ...group, campaign_id },
      { ...group, campaign_id, optimization_goal_metadata: goal },
    ])
    assert.match(JSON.stringify(body.items![0]!.exceptions), /optimization_goal_metadata/, objective)
    assert.equal(body.items![1]!.data!.name, 'Shoppers', objective)
  }
  assert.equal((await make('FAME')).status, 400)
})

test('a video is registered, uploaded with every parameter and no token, processed, and needs a cover', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = pinClient(url)
  await control('POST', '/pinterest', { videoSeconds: 60 })
  const { status, body } = await client.post('media', { media_type: 'video' })
  assert.equal(status, 201)
  const statusOf = async () => (await client.get(`media/${String(body.media_id)}`)).body.status
  assert.equal(await statusOf(), 'registered')
  const upload = async (parameters: object, headers = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(parameters)) form.append(name, String(value))
    form.append('file', new Blob(['film']), 'film.mp4')
    return (await fetch(String(body.upload_url), { method: 'POST', body: form, headers })).status
  }
  const parameters = body.upload_parameters as Record<string, string>
  assert.equal(await upload({ ...parameters, policy: 'other' }), 403)
  assert.equal(await upload(parameters, { authorization: `Bearer ${token}` }), 400)
  assert.equal(await upload(parameters), 204)
  assert.equal(await statusOf(), 'processing')
  const { boardId } = await preparePin(client)
  const source = { source_type: 'video_id', media_id: body.media_id }
  const pin = (more: object) => client.post('pins', { board_id: boardId, media_source: { ...source, ...more } })
  assert.equal((await pin({ cover_image_key_frame_time: 0 })).body.code, 6, 'not ready')
  await control('POST', '/clock', { offsetSeconds: 61 })
  assert.equal(await statusOf(), 'succeeded')
  assert.equal((await pin({})).body.code, 6, 'no cover')
  assert.equal((await pin({ cover_image_key_frame_time: 0 })).body.creative_type, 'VIDEO')
})

test('calls are counted by minute and category, and the headers tell what is left', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const client = pinClient(url)
  const first = await client.post('media', { media_type: 'video' })
  assert.equal(first.headers.get('x-ratelimit-limit'), '100')
  let last = first
  for (let count = 0; count < 205 && last.status !== 429; count++)
    last = await client.post('media', { media_type: 'video' })
  assert.deepEqual([last.status, last.body.code, last.headers.get('x-ratelimit-remaining')], [429, 8, '0'])
  assert.ok(Number(last.headers.get('x-ratelimit-reset')) <= 60)
  assert.equal((await client.get('boards')).status, 200, 'reads are counted apart')
})

test('figures are rows of the days asked for, at most 90 days back, and reports go further', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = pinClient(url)
  const base = `ad_accounts/${jpyAccount}`
  const [campaign] = await client.items(`${base}/campaigns`)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const ask = (from: number, granularity: string) =>
    client.get(
      `${base}/campaigns/analytics?campaign_ids=${campaign!.id}&start_date=${day(from)}&end_date=${day(1)}` +
        `&columns=SPEND_IN_MICRO_DOLLAR,TOTAL_IMPRESSION&granularity=${granularity}`,
    )
  const rows = (await ask(89, 'DAY')).body as unknown as { DATE: string; SPEND_IN_MICRO_DOLLAR: number }[]
  assert.equal(rows.length, 89)
  assert.ok(
    rows.every((row) => row.SPEND_IN_MICRO_DOLLAR % 1_000_000 === 0),
    'yen have no decimals',
  )
  const [total] = (await ask(89, 'TOTAL')).body as unknown as { SPEND_IN_MICRO_DOLLAR: number }[]
  assert.equal(
    rows.reduce((sum, row) => sum + row.SPEND_IN_MICRO_DOLLAR, 0),
    total!.SPEND_IN_MICRO_DOLLAR,
  )
  assert.equal((await ask(92, 'DAY')).status, 400)
  const range = { start_date: day(110), end_date: day(1), granularity: 'TOTAL', columns: ['SPEND_IN_MICRO_DOLLAR'] }
  const started = await client.post(`${base}/reports`, { ...range, level: 'CAMPAIGN', report_format: 'JSON' })
  const report = () => client.get(`${base}/reports?token=${String(started.body.token)}`)
  assert.equal((await report()).body.report_status, 'IN_PROGRESS')
  await control('POST', '/clock', { offsetSeconds: 5 })
  const { url: file } = (await report()).body
  const content = (await (await fetch(String(file))).json()) as Record<string, object[]>
  assert.equal(content[campaign!.id!]!.length, 1)
  await control('POST', '/clock', { offsetSeconds: 900 })
  assert.equal((await fetch(String(file))).status, 403, 'the address has ended')
})

test('a refresh token opens a new access token for the app that knows its secret', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const { body: state } = await control('GET', '/state?platform=pinterest')
  const app = state['app'] as { id: string; secret: string }
  const refresh = async (secret: string, refreshToken: string) => {
    const response = await fetch(`${url}/pinterest/v5/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${app.id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  await control('POST', '/pinterest', { tokenEndsAt: 1 })
  const ended = await pinClient(url).get('ad_accounts')
  assert.deepEqual([ended.status, ended.body.code], [401, 1104])
  assert.equal((await refresh('wrong', String(state['refreshToken']))).status, 401)
  assert.equal((await refresh(app.secret, 'wrong')).status, 401)
  const { body } = await refresh(app.secret, String(state['refreshToken']))
  assert.equal((await pinClient(url, body.access_token).get('ad_accounts')).status, 200)
  assert.equal((await refresh(app.secret, body.refresh_token!)).status, 200, 'the new refresh token works too')
})

test("an unknown path, method or version is refused in the platform's words", async (context) => {
  const { url } = await startTestSandbox(context)
  const client = pinClient(url)
  assert.equal((await client.get('nothing')).status, 404)
  const wrongMethod = await client.patch('boards', {})
  assert.deepEqual([wrongMethod.status, wrongMethod.body.code], [405, 5])
  assert.equal((await fetch(`${url}/pinterest/v3/boards`)).status, 404)
})
