import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { accountsOn, askWhole, daysAgo } from '../support/reports/totals.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { pool } = app.app.services
const range = { from: daysAgo(25), to: daysAgo(5) }

interface Named {
  adId: string
  pictureId: number | null
}

const auth = (key = app.key) => ({ headers: { authorization: `Bearer ${key}` } })
const read = (id: number, key?: string) => fetch(`${app.url}/v1/pictures/${id}`, auth(key))

async function adsOf(platform: string) {
  const [account] = await accountsOn(app, platform)
  await askWhole(app, range, { accountIds: account!.id, metrics: 'spend' })
  const { body } = await app.call<{ data: { id: string }[] }>(
    'GET',
    `/v1/entities?level=ad&limit=20&accountIds=${account!.id}`,
  )
  return { accountId: account!.id, adIds: body.data.map(({ id }) => id) }
}

async function named(accountId: string, adIds: string[], key?: string) {
  const query = new URLSearchParams({ accountId, adIds: adIds.join(',') })
  return app.call<{ data: Named[] }>('GET', `/v1/pictures?${query.toString()}`, key ? { key } : {})
}

for (const platform of ['primary', 'tiktok']) {
  test(`pictures of ads of ${platform} are told by ids of our own, and are small WebP`, async () => {
    const { accountId, adIds } = await adsOf(platform)
    const { status, body } = await named(accountId, [...adIds, 'no-ad'])
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(
      body.data.map(({ adId }) => adId),
      [...adIds, 'no-ad'],
    )
    assert.equal(body.data.at(-1)!.pictureId, null)
    const { rowCount } = await pool.query(`SELECT FROM ad_pictures WHERE ad_id = 'no-ad'`)
    assert.equal(rowCount, 0, 'an ad that is not known to be in the account is never asked for')
    const ids = body.data.flatMap(({ pictureId }) => pictureId ?? [])
    assert.ok(ids.length > 0)
    const first = await read(ids[0]!)
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('content-type'), 'image/webp')
    const bytes = Buffer.from(await first.arrayBuffer())
    assert.equal(bytes.subarray(8, 12).toString(), 'WEBP')
    assert.ok(bytes.length < 200_000)
    const tag = first.headers.get('etag')!
    const again = await fetch(`${app.url}/v1/pictures/${ids[0]}`, {
      headers: { ...auth().headers, 'if-none-match': tag },
    })
    assert.equal(again.status, 304)
  })
}

test('an address is never the caller’s, and pictures of others are not found', async () => {
  const { accountId, adIds } = await adsOf('primary')
  const { body } = await named(accountId, adIds)
  const id = body.data.find(({ pictureId }) => pictureId !== null)!.pictureId!
  const { key } = await app.stranger()
  assert.equal((await read(id, key)).status, 404)
  assert.equal((await named(accountId, adIds, key)).status, 404)
  const { status } = await app.call(
    'GET',
    `/v1/pictures?accountId=${accountId}&adIds=${adIds[0]}&url=http://127.0.0.1/`,
  )
  assert.ok(status === 400 || status === 200)
  const { rows } = await pool.query<{ address: string | null }>('SELECT address FROM ad_pictures')
  assert.ok(rows.every(({ address }) => !address?.includes('//127.0.0.1/')))
})

test('what is no picture, or not to be reached, is said without a failure, and asked again later alone', async () => {
  const { accountId, adIds } = await adsOf('primary')
  const { body } = await named(accountId, adIds)
  const [one, two] = body.data.flatMap(({ pictureId }) => pictureId ?? [])
  const put = (id: number, address: string) =>
    pool.query('UPDATE ad_pictures SET address = $2, content = NULL, read_at = NULL WHERE id = $1', [id, address])
  await put(one!, `${app.sandboxUrl}/`)
  await put(two!, 'http://169.254.169.254/latest/meta-data/')
  for (const id of [one!, two!]) {
    const reply = await read(id)
    assert.equal(reply.status, 204)
    assert.equal(await reply.text(), '')
  }
  const later = (await named(accountId, adIds)).body.data
  assert.ok(!later.some(({ pictureId }) => pictureId === one || pictureId === two))
  await put(one!, `${app.sandboxUrl}/_assets/square.png`)
  assert.equal((await read(one!)).status, 200)
})

test('a company keeps as many as it looks at: those read longest ago go', async () => {
  const { accountId, adIds } = await adsOf('primary')
  const { body } = await named(accountId, adIds)
  const id = body.data.find(({ pictureId }) => pictureId !== null)!.pictureId!
  await pool.query(
    `INSERT INTO ad_pictures (company_id, account_key, ad_id, address, content, read_at)
     SELECT company_id, account_key, 'old ' || n, 'https://old.example/' || n, '\\x00', now() - interval '1 day' - n * interval '1 second'
     FROM ad_pictures, generate_series(1, 3100) AS n WHERE id = $1`,
    [id],
  )
  await pool.query('UPDATE ad_pictures SET content = NULL, read_at = NULL WHERE id = $1', [id])
  assert.equal((await read(id)).status, 200)
  const { rows } = await pool.query<{ kept: number; oldest: boolean }>(
    `SELECT count(content)::int AS kept, bool_or(content IS NOT NULL AND ad_id = 'old 3100') AS oldest FROM ad_pictures`,
  )
  assert.deepEqual(rows, [{ kept: 3000, oldest: false }])
})
