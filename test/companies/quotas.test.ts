import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { operations } from '../../src/api/index.ts'
import { findCompany } from '../../src/core/people/companies/companies.ts'
import { sql } from '../../src/db/sql.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import type { Reply } from '../support/harness.ts'
import { picture } from '../support/media/media-files.ts'
import { send } from '../support/media/uploads.ts'
import { connect } from '../support/mcp/client.ts'
import { signedIn } from '../support/people/browser.ts'
import { operator } from '../support/service/operator.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const command = operator({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir })
const fixture = await demoFixture(app)
const { id: companyId } = (await findCompany(db, 'demo'))!

interface Refused {
  error: { code: string; message: string; details: { quota: Record<string, unknown> } }
}

async function quota(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(['company', 'quota', 'demo', ...words])
  assert.equal(code, 0, stderr)
  return stdout
}

const launch = (count: number, headers: Record<string, string> = {}) =>
  app.call<Refused>('POST', '/v1/launch', {
    body: { ads: Array.from({ length: count }, (_, n) => singleAd(app, fixture, { adName: `Ad ${n}` })) },
    headers,
  })

function isBeyond({ status, body }: Reply<Refused>, name: string, reported: Record<string, unknown>): void {
  assert.equal(status, 403, JSON.stringify(body))
  const { code, details } = body.error
  assert.equal(code, 'forbidden')
  assert.equal(details.quota.name, name)
  for (const [field, value] of Object.entries(reported)) assert.deepEqual(details.quota[field], value, field)
}

const batches = async () =>
  (
    await db
      .selectFrom('batches')
      .select('id')
      .where('company_id', '=', companyId)
      .where('state', '<>', 'draft')
      .execute()
  ).length
const usedOf = async (name: string) =>
  (await quota())
    .split('\n')
    .find((line) => line.startsWith(name))!
    .split(/\s{2,}/)[2]

const copies = (copyCount: number, headers: Record<string, string> = {}) =>
  app.call<Refused>('POST', '/v1/manage/duplicate-ad', {
    body: { accountId: demo.account, adId: demo.ad, copyCount },
    headers,
  })

test('without a quota nothing is counted and nothing refused', async () => {
  assert.equal((await launch(3)).status, 202)
  assert.match(await quota(), /ads-a-day\s+none\s+-/)
})

test('of 50 launches at once exactly as many pass as the quota of ads lets through', async () => {
  await quota('--ads-a-day', '10')
  const before = await batches()
  const replies = await Promise.all(Array.from({ length: 50 }, () => launch(1)))
  const passed = replies.filter(({ status }) => status === 202)
  assert.equal(passed.length, 10)
  for (const reply of replies) if (reply.status !== 202) isBeyond(reply, 'adsADay', { limit: 10, asked: 1 })
  assert.equal((await batches()) - before, 10, 'what is refused is not stored')
  assert.equal(await usedOf('ads-a-day'), '10')
})

test('drafts, agents and copies count, rehearsals, repeats and another launch of what failed do not', async () => {
  await quota('--ads-a-day', '16')
  const key = { 'idempotency-key': 'quota-once' }
  assert.equal((await launch(1, key)).status, 202)
  assert.equal((await launch(1, key)).status, 202, 'a repeat is answered as it was')
  const ads = [singleAd(app, fixture)]
  assert.equal((await app.call('POST', '/v1/launch', { body: { ads, dryRun: true } })).status, 200)
  assert.equal((await app.call('POST', '/v1/launch/validate', { body: { ads } })).status, 200)
  assert.equal(await usedOf('ads-a-day'), '11')

  const draft = await app.call<{ id: number }>('POST', '/v1/drafts', { body: { ads } })
  const drafted = await app.call<{ adBatchId: number }>('POST', `/v1/drafts/${draft.body.id}/launch`, {})
  assert.equal(drafted.status, 202, JSON.stringify(drafted.body))
  const agent = await connect(app)
  const { value: plan } = await agent.call('plan_launch', { ads })
  assert.equal(await usedOf('ads-a-day'), '12', 'what is only planned counts nothing')
  assert.equal((await agent.call('run_plan', { planId: plan.planId, digest: plan.digest })).isError, false)
  assert.equal(await usedOf('ads-a-day'), '13')
  assert.equal((await app.call('POST', `/v1/batches/${drafted.body.adBatchId}/cancel`, {})).status, 200)
  const again = await app.call('POST', '/v1/launch/from-draft', { body: { batchId: drafted.body.adBatchId } })
  assert.equal(again.status, 202, JSON.stringify(again.body))
  assert.equal(await usedOf('ads-a-day'), '13', 'these ads were counted when they were accepted')

  const copyKey = { 'idempotency-key': 'quota-copies' }
  assert.equal((await copies(2, copyKey)).status, 200)
  assert.equal((await copies(2, copyKey)).status, 200)
  assert.equal(await usedOf('ads-a-day'), '15')
  isBeyond(await copies(2), 'adsADay', { limit: 16, used: 15, asked: 2 })
  // A key that is forgotten by now does not open the door to more than it had.
  await sql`UPDATE idempotency_keys SET created_at = now() - interval '2 days' WHERE key = 'quota-copies'`.execute(db)
  isBeyond(await copies(4, copyKey), 'adsADay', { limit: 16, used: 15, asked: 2 })

  const second = await app.call<{ id: number }>('POST', '/v1/drafts', { body: { ads: [...ads, ...ads] } })
  isBeyond(await app.call<Refused>('POST', `/v1/drafts/${second.body.id}/launch`, {}), 'adsADay', { asked: 2 })
  const refused = await agent.call('plan_launch', { ads: [...ads, ...ads] })
  assert.ok(refused.isError && refused.text.includes('16 ads a day'), refused.text)
  const { freesAt } = (await launch(2)).body.error.details.quota
  assert.match(String(freesAt), /T00:00:00\.000Z$/)
  assert.equal((await app.call('GET', `/v1/drafts/${second.body.id}`)).status, 200, 'a refused draft is still one')
})

test('a copy counts the ads that it is made of, and one that the platform refuses is given back', async () => {
  await quota('--ads-a-day', '100')
  const used = Number(await usedOf('ads-a-day'))
  const match = { method: 'POST', path: `${demo.ad}/copies$` }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'platform-error', code: 190, times: 2 })
  const failed = (await copies(2)) as unknown as Reply<{ results: { success: boolean }[] }>
  assert.deepEqual(
    failed.body.results.map(({ success }) => success),
    [false, false],
  )
  assert.equal(Number(await usedOf('ads-a-day')), used)
  const body = { accountId: demo.account, adSetId: demo.adSet, deepCopy: true }
  const listed = await app.call<{ data: unknown[] }>('GET', `/v1/manage/list-ads?adSetId=${demo.adSet}&limit=100`)
  const deep = await app.call('POST', '/v1/manage/duplicate-adset', { body })
  assert.equal(deep.status, 200, JSON.stringify(deep.body))
  assert.equal(Number(await usedOf('ads-a-day')), used + listed.body.data.length)
  assert.ok(listed.body.data.length > 1)
  await quota('--ads-a-day', 'none')
})

test('keys: the place of one that was revoked is free, and two do not share the last', async () => {
  const owner = await signedIn(app)
  const living = Number(await usedOf('keys'))
  await quota('--keys', String(living + 1))
  const make = (name: string) => owner.call('POST', '/v1/keys', { body: { name, scopes: ['read'] } })
  const made = await Promise.all(['a', 'b', 'c', 'd'].map(make))
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 403, 403, 403])
  const { code, stderr } = await command(['key', 'create', '--name', 'operator'])
  assert.ok(code === 1 && /living keys/.test(stderr) && stderr.trim().split('\n').length === 1, stderr)
  const { id } = made.find(({ status }) => status === 201)!.body
  assert.equal((await owner.call('DELETE', `/v1/keys/${String(id)}`)).status, 200)
  assert.equal((await make('e')).status, 201)
  await quota('--keys', 'none')
})

test('media: each content counts once, what is deleted is free, and parallel uploads share what is left', async () => {
  const pictures = await Promise.all([40, 41, 42, 43].map((width) => picture({ width }).png().toBuffer()))
  const [first, ...others] = pictures as [Buffer, ...Buffer[]]
  const used = Number((await usedOf('media-bytes'))!.replaceAll(',', ''))
  await quota('--media-bytes', String(used + first.length + Math.max(...others.map(({ length }) => length))))
  const kept = await send(app, first, 'first.png', { path: '/v1/media/upload' })
  assert.equal(kept.status, 200)
  assert.equal((await send(app, first, 'again.png')).status, 200, 'the same bytes are stored once')
  const sent = await Promise.all(
    others.map((bytes) => send<Refused>(app, bytes, 'x.png', { path: '/v1/media/upload' })),
  )
  assert.equal(sent.filter(({ status }) => status === 200).length, 1)
  for (const reply of sent) if (reply.status !== 200) isBeyond(reply, 'mediaBytes', {})
  const byUrl = await app.call('POST', '/v1/media/upload/url', {
    body: { url: `${app.sandboxUrl}/_assets/square.png` },
  })
  assert.equal(byUrl.status, 403, JSON.stringify(byUrl.body))
  const onUpload = await send<{ error: string; details: { quota: { name: string } } }>(app, others[0]!, 'other.png')
  if (onUpload.status !== 200)
    assert.equal(onUpload.body.details.quota.name, 'mediaBytes', JSON.stringify(onUpload.body))
  const rows = await app.call<{ data: { id: number; filename: string }[] }>('GET', '/v1/media')
  for (const { id, filename } of rows.body.data)
    if (/first|again/.test(filename)) assert.equal((await app.call('DELETE', `/v1/media/${id}`)).status, 200)
  assert.equal((await send(app, first, 'back.png')).status, 200)
  await quota('--none')
})

test('rows of reports: what a minute has left is given, and exports count before they begin', async () => {
  const days = 'from=2026-11-01&to=2026-11-07'
  const query = (limit: number) =>
    app.call<Refused & { data: unknown[] }>('GET', `/v1/reports/query?${days}&groupBy=day&limit=${limit}`)
  const whole = (await query(100)).body.data.length
  assert.ok(whole >= 7, String(whole))
  await quota('--report-rows-a-minute', '6')
  isBeyond(await query(100), 'reportRowsAMinute', { limit: 6, asked: whole })
  isBeyond(await app.call<Refused>('GET', `/v1/reports/export?${days}&groupBy=day`), 'reportRowsAMinute', {})
  // A full minute may begin in between: then these are allowed anew, never more than 6 in one of them.
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => query(3)))).map(({ status }) => status)
  const given = statuses.filter((status) => status === 200).length
  assert.ok(given === 2 || given === 3 || given === 4, statuses.join())
  await quota('--none')
  assert.equal((await query(100)).status, 200)
})

test('every operation that answers with figures counts its rows', () => {
  const about = operations.filter(
    ({ rest }) => /^\/v1\/(reports|analytics|spend)\//.test(rest.path) && rest.method === 'GET',
  )
  const without = about.filter(({ reportRows }) => !reportRows).map(({ name }) => name)
  assert.deepEqual(
    without.sort(),
    ['export_report', 'list_report_fields'],
    'an export counts for itself; fields are no figures',
  )
})

test('another company has its own', async () => {
  await quota('--ads-a-day', '0', '--keys', '0', '--media-bytes', '0', '--report-rows-a-minute', '0')
  const stranger = await app.stranger()
  const bytes = await picture({ width: 50 }).png().toBuffer()
  assert.equal((await send(app, bytes, 'theirs.png', { key: stranger.key })).status, 200)
  assert.equal((await send(app, bytes, 'ours.png')).status, 403)
  await quota('--none')
})

test('what cannot be a quota is refused in a line', async () => {
  for (const [words, expected] of [
    [['demo', '--keys', '-1'], /whole number/],
    [['demo', '--keys', '1e3'], /whole number/],
    [['demo', '--keys', '99999999999999999'], /whole number/],
    [['demo', '--keys', '5', '--none'], /--none lifts all/],
    [['nobody'], /There is no company "nobody"/],
    [["'; DROP TABLE companies"], /There is no company/],
    [['99999999'], /There is no company/],
  ] as [string[], RegExp][]) {
    const { code, stderr } = await command(['company', 'quota', ...words])
    assert.ok(code !== 0 && expected.test(stderr), `${words.join(' ')}: ${stderr}`)
  }
  const { stdout } = await command(['company', 'quota', String(companyId)])
  assert.match(stdout, /keys\s+none/)
})
