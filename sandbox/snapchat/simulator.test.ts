import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { drawSampleImage } from '../core/media/sample-image.ts'
import { openCaller } from '../../test/support/simulated/snapchat.ts'
import type { Fields } from './world.ts'
import { readOnlyFields } from './objects/show.ts'

async function openWithMedia(context: TestContext) {
  const caller = await openCaller(context)
  const { call, elements, account, profile, ads } = caller
  const created = await call('POST', `/adaccounts/${account}/media`, {
    media: [{ name: 'Snap', type: 'IMAGE', ad_account_id: account }],
  })
  const media = elements(created, 'media')[0]!['media'] as Fields
  const mediaId = String(media['id'])
  const upload = async (width = 1080, height = 1920, type = 'image/png') => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await drawSampleImage(width, height, 1))], { type }), 'snap.png')
    return call('POST', `/media/${mediaId}/upload`, form)
  }
  const creative = (change: Fields = {}) => ({
    ad_account_id: account,
    name: 'Creative',
    type: 'WEB_VIEW',
    headline: 'Headline',
    brand_name: 'Brand',
    call_to_action: 'MORE',
    top_snap_media_id: mediaId,
    profile_properties: { profile_id: profile },
    web_view_properties: { url: 'https://example.com' },
    ...change,
  })
  const create = async (...creatives: Fields[]) =>
    elements(await call('POST', `/adaccounts/${account}/creatives`, { creatives }), 'creatives')
  const squad = ads.find((ad) => ad.accountId === account)!.adsetId
  return { ...caller, media, mediaId, upload, creative, create, squad }
}

const reason = (element: Fields | undefined) => String(element?.['sub_request_error_reason'])

test('a file is announced, uploaded and then ready; before that no creative can show it', async (context) => {
  const { call, elements, media, mediaId, upload, creative, create } = await openWithMedia(context)
  assert.equal(media['media_status'], 'PENDING_UPLOAD')
  const [early] = await create(creative())
  assert.match(reason(early), /hasn't been uploaded yet/)
  const refused = await upload(1080, 1920, 'application/octet-stream')
  assert.deepEqual([refused.status, refused.body['error_code']], [415, 'E1006'])
  const uploaded = await upload()
  assert.equal((uploaded.body['result'] as Fields)['media_status'], 'READY')
  const read = await call('GET', `/media/${mediaId}`)
  assert.equal(read.body['request_status'], 'success')
  assert.equal((elements(read, 'media')[0]!['media'] as Fields)['media_status'], 'READY')
  const [made] = await create(creative())
  assert.equal(made!['sub_request_status'], 'SUCCESS')
})

test('creatives are refused one by one inside a good answer, each with its reason', async (context) => {
  const { upload, creative, create, call, account } = await openWithMedia(context)
  await upload()
  const [good, ...bad] = await create(
    creative(),
    creative({ headline: 'x'.repeat(35) }),
    creative({ brand_name: 'x'.repeat(33) }),
    creative({ profile_properties: undefined }),
    creative({ type: 'SNAP_AD' }),
    creative({ call_to_action: 'LEARN_MORE' }),
    creative({ web_view_properties: undefined }),
  )
  assert.equal(good!['sub_request_status'], 'SUCCESS')
  assert.deepEqual(
    bad.map((element) => /^Error code: (\w+), message: ([\w.]+) /.exec(reason(element))?.slice(1).join(' ')),
    [
      'headline',
      'brand_name',
      'profile_properties',
      'web_view_properties',
      'call_to_action',
      'web_view_properties',
    ].map((field) => `E2025 ${field}`),
  )
  const eleven = await call('POST', `/adaccounts/${account}/creatives`, { creatives: Array(11).fill(creative()) })
  assert.equal(eleven.status, 400)
})

test('a picture that is not upright cannot be a top snap', async (context) => {
  const { upload, creative, create } = await openWithMedia(context)
  await upload(1080, 1080)
  assert.match(reason((await create(creative()))[0]), /9:16/)
})

test('the kind of an ad follows its creative, the first ad fixes it, and a creative is used once a second', async (context) => {
  const { upload, creative, create, call, elements, squad, sandbox } = await openWithMedia(context)
  await upload()
  const [web, plain] = await create(
    creative(),
    creative({ type: 'SNAP_AD', call_to_action: undefined, web_view_properties: undefined }),
  )
  const idOf = (element: Fields | undefined) => String((element!['creative'] as Fields)['id'])
  const post = (creative_id: string, type: string) =>
    call('POST', `/adsquads/${squad}/ads`, {
      ads: [{ ad_squad_id: squad, creative_id, name: 'Ad', type, status: 'PAUSED' }],
    })
  assert.match(
    reason(elements(await post(idOf(plain), 'SNAP_AD'), 'ads')[0]),
    /the first ad of the ad squad has fixed it/,
  )
  await sandbox.control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const made = await post(idOf(web), 'REMOTE_WEBPAGE')
  const ad = elements(made, 'ads')[0]!['ad'] as Fields
  assert.equal(ad['review_status'], 'PENDING')
  const tooSoon = await post(idOf(web), 'REMOTE_WEBPAGE')
  assert.equal(tooSoon.status, 429)
  assert.equal(tooSoon.headers.get('retry-after'), null)
})

test('lists are whole without a limit, and lead on by absolute links with one', async (context) => {
  const { call, elements, account, sandbox, url } = await openCaller(context)
  await sandbox.control('POST', '/reset', { size: 4 })
  const whole = await call('GET', `/adaccounts/${account}/ads`)
  assert.deepEqual([elements(whole, 'ads').length, whole.body['paging']], [96, undefined])
  const first = await call('GET', `/adaccounts/${account}/ads?limit=50`)
  const link = String((first.body['paging'] as Fields)['next_link'])
  assert.ok(link.startsWith(`${url}/snapchat/v1/adaccounts/${account}/ads?`))
  const second = await call('GET', link)
  assert.equal(second.body['paging'], undefined)
  const ids = [...elements(first, 'ads'), ...elements(second, 'ads')].map((each) => (each['ad'] as Fields)['id'])
  assert.equal(new Set(ids).size, 96)
  assert.equal((await call('GET', `/adaccounts/${account}/ads?limit=10`)).status, 400)
})

test('an update writes the whole entity: what is left out is gone, and some things never change', async (context) => {
  const { call, elements, account } = await openCaller(context)
  const [first] = elements(await call('GET', `/adaccounts/${account}/campaigns?limit=50`), 'campaigns')
  const whole = first!['campaign'] as Fields
  const campaign = Object.fromEntries(Object.entries(whole).filter(([name]) => !readOnlyFields.includes(name)))
  const put = async (fields: Fields) =>
    elements(await call('PUT', `/adaccounts/${account}/campaigns`, { campaigns: [fields] }), 'campaigns')[0]
  assert.match(reason(await put({ id: campaign['id'], status: 'ACTIVE' })), /^Error code: E2025/)
  assert.match(reason(await put({ ...campaign, objective: 'APP_INSTALL' })), /^Error code: E2023/)
  for (const name of ['created_at', 'delivery_status', 'created_by_user', 'last_updated_by_app_id'])
    assert.match(reason(await put({ ...campaign, [name]: whole[name] })), new RegExp(`${name} is read-only`))
  assert.match(reason(await put({ ...campaign, daily_budget_micro: 1_000_000 })), /at least 20000000/)
  const changed = await put({ ...campaign, status: 'PAUSED', daily_budget_micro: undefined })
  assert.equal((changed!['campaign'] as Fields)['status'], 'PAUSED')
  assert.equal((changed!['campaign'] as Fields)['daily_budget_micro'], undefined)
})

test('a patch changes single fields, and is refused for what it must not touch', async (context) => {
  const { call, elements, ads } = await openCaller(context)
  const id = ads[0]!.id
  const patch = (operations: object[], type = 'application/json-patch+json') =>
    call('PATCH', `/ads/${id}`, operations, { 'content-type': type })
  const done = await patch([{ op: 'replace', path: '/status', value: 'PAUSED' }])
  assert.equal((elements(done, 'ads')[0]!['ad'] as Fields)['status'], 'PAUSED')
  assert.equal((await patch([{ op: 'replace', path: '/id', value: 'x' }])).body['error_code'], 'E1165')
  assert.equal((await patch([{ op: 'test', path: '/status', value: 'ACTIVE' }])).body['error_code'], 'E1166')
  assert.equal((await patch([{ op: 'replace', path: '/status', value: 'PAUSED' }], 'application/json')).status, 415)
})

test('places are chosen with the chat feed, and not with it alone, where the goal comes last', async (context) => {
  const { call, elements, account } = await openCaller(context)
  const listed = elements(
    await call('GET', `/adaccounts/${account}/adsquads?limit=50&return_placement_v2=true`),
    'adsquads',
  )
  const squads = listed.map((each) => each['adsquad'] as Fields)
  const old = squads.find(
    (each) =>
      each['optimization_goal'] === 'PIXEL_PURCHASE' &&
      (each['placement_v2'] as Fields)['config'] === 'CUSTOM' &&
      !JSON.stringify(each['placement_v2']).includes('CHAT_FEED'),
  )!
  const writable = Object.fromEntries(Object.entries(old).filter(([name]) => !readOnlyFields.includes(name)))
  const put = async (fields: Fields) =>
    elements(
      await call('PUT', `/campaigns/${String(old['campaign_id'])}/adsquads`, {
        adsquads: [{ ...writable, ...fields }],
      }),
      'adsquads',
    )[0]
  const custom = (...chosen: string[]) => ({ placement_v2: { config: 'CUSTOM', snapchat_positions: chosen } })
  assert.match(reason(await put({ status: 'PAUSED' })), /must include CHAT_FEED/)
  assert.match(reason(await put(custom('FEED'))), /must include CHAT_FEED/)
  assert.match(reason(await put(custom('CHAT_FEED'))), /another place/)
  assert.match(reason(await put(custom('CHAT_FEED', 'NOWHERE'))), /must be some of/)
  const patch = (operations: object[]) =>
    call('PATCH', `/adsquads/${String(old['id'])}`, operations, { 'content-type': 'application/json-patch+json' })
  assert.equal((await patch([{ op: 'add', path: '/status', value: 'PAUSED' }])).status, 200)
  const places = { op: 'add', path: '/placement_v2', value: custom('INSTREAM').placement_v2 }
  assert.equal((await patch([places])).status, 400)
  const bundle = await put(custom('INTERSTITIAL_USER', 'CHAT_FEED', 'FEED'))
  assert.equal(bundle!['sub_request_status'], 'SUCCESS')
  const swipes = await put({ ...custom('INSTREAM'), optimization_goal: 'SWIPES' })
  assert.equal(swipes!['sub_request_status'], 'SUCCESS', 'other goals may leave it out')
})

test('what is deleted can still be read by those who ask for it', async (context) => {
  const { call, ads } = await openCaller(context)
  const path = `/ads/${ads[0]!.id}`
  assert.equal((await call('DELETE', path)).status, 200)
  const gone = await call('GET', path)
  assert.deepEqual([gone.status, gone.body['error_code']], [404, 'E3003'])
  assert.equal((await call('GET', `${path}?read_deleted_entities=true`)).status, 200)
})

test('figures of an account need a breakdown, and days that begin at its midnights', async (context) => {
  const { call, account } = await openCaller(context)
  const ask = (query: string) => call('GET', `/adaccounts/${account}/stats?${query}`)
  const alone = await ask('granularity=TOTAL&fields=impressions')
  assert.deepEqual([alone.status, alone.body['error_code']], [400, 'E1008'])
  const days = (start: string, end: string) =>
    `start_time=${encodeURIComponent(start)}&end_time=${encodeURIComponent(end)}`
  const fields = 'breakdown=campaign&fields=spend'
  const crooked = await ask(
    `granularity=DAY&${fields}&${days('2026-07-01T00:30:00-04:00', '2026-07-02T00:00:00-04:00')}`,
  )
  assert.match(String(crooked.body['debug_message']), /Start time should start at the beginning of an hour/)
  const utc = await ask(`granularity=DAY&${fields}&${days('2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z')}`)
  assert.equal(utc.status, 400)
  const long = await ask(`granularity=DAY&${fields}&${days('2026-01-01T00:00:00-05:00', '2026-03-01T00:00:00-05:00')}`)
  assert.equal(long.body['error_code'], 'E1008')
})

test('the days of a range add up to its total, and the same question has the same answer', async (context) => {
  const { call, account } = await openCaller(context)
  const now = new Date()
  const midnight = (daysAgo: number) => {
    const day = new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const isSummer = new Date(`${day}T12:00:00Z`)
      .toLocaleString('en-US', { timeZone: 'America/New_York', timeZoneName: 'short' })
      .endsWith('EDT')
    return encodeURIComponent(`${day}T00:00:00${isSummer ? '-04:00' : '-05:00'}`)
  }
  const range = `start_time=${midnight(9)}&end_time=${midnight(2)}&breakdown=campaign&fields=spend,swipes`
  const [total, again, daily] = await Promise.all([
    call('GET', `/adaccounts/${account}/stats?granularity=TOTAL&${range}`),
    call('GET', `/adaccounts/${account}/stats?granularity=TOTAL&${range}`),
    call('GET', `/adaccounts/${account}/stats?granularity=DAY&${range}`),
  ])
  type Row = { id: string; stats: { spend: number }; timeseries: { stats: { spend: number } }[] }
  const rows = (answer: typeof total, name: string) => {
    const [element] = answer.body[`${name}s`] as Record<string, { breakdown_stats: { campaign: Row[] } }>[]
    return element![name]!.breakdown_stats.campaign
  }
  assert.deepEqual(rows(again, 'total_stat'), rows(total, 'total_stat'))
  const sums = rows(daily, 'timeseries_stat').map(({ id, timeseries }) => {
    assert.equal(timeseries.length, 7)
    return [id, timeseries.reduce((sum, { stats }) => sum + stats.spend, 0)] as const
  })
  assert.deepEqual(
    sums,
    rows(total, 'total_stat').map(({ id, stats }) => [id, stats.spend]),
  )
  assert.ok(sums.every(([, spend]) => spend > 0))
})

test('access tokens end, are renewed with the refresh token, and open one company only', async (context) => {
  const { call, sandbox, account, url } = await openCaller(context)
  const grant = async (refreshToken: string, secret = 'sandbox-snapchat-secret') => {
    const answer = await fetch(`${url}/snapchat/login/oauth2/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: 'sandbox-snapchat-app',
        client_secret: secret,
      }),
    })
    return { status: answer.status, body: (await answer.json()) as Fields }
  }
  const issued = await grant('sandbox-snapchat-refresh')
  assert.deepEqual([issued.status, issued.body['expires_in'], issued.body['token_type']], [200, 3600, 'Bearer'])
  const authorization = `Bearer ${String(issued.body['access_token'])}`
  assert.equal((await call('GET', '/me', undefined, { authorization })).status, 200)
  await sandbox.control('POST', '/clock', { offsetSeconds: 3601 })
  const ended = await call('GET', '/me', undefined, { authorization })
  assert.equal(ended.status, 401)
  assert.match(ended.headers.get('www-authenticate') ?? '', /invalid_token.*expired/)
  assert.equal((await grant('something else')).body['error'], 'invalid_grant')
  assert.equal((await grant('sandbox-snapchat-refresh', 'wrong')).status, 401)
  const other = { authorization: 'Bearer sandbox-snapchat-token.acme' }
  assert.equal((await call('GET', `/adaccounts/${account}`, undefined, other)).status, 404)
  assert.equal((await call('GET', '/me/organizations', undefined, other)).status, 200)
})

test('too many calls of one token are refused without a word about when to come back', async (context) => {
  const { call, sandbox } = await openCaller(context)
  await sandbox.control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const statuses: number[] = []
  for (let round = 0; round < 61; round++) statuses.push((await call('GET', '/me')).status)
  assert.deepEqual(
    statuses.map((status) => status === 429),
    Array.from({ length: 61 }, (_none, round) => round === 60),
  )
  await sandbox.control('POST', '/clock', { offsetSeconds: 1, stopped: true })
  assert.equal((await call('GET', '/me')).status, 200)
})
