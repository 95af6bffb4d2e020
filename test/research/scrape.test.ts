import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { maxOpen } from '../../src/core/research/scrape/scrapes.ts'
import { housekeepingJob } from '../../src/jobs/housekeeping.ts'
import { defaultRetention } from '../../src/config/retention.ts'
import { auditKey } from '../../src/core/audit/signed-head.ts'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import type { ScrapeJob as Job } from '../support/media/scrape-job.ts'
import { serveHttp } from '../support/media/file-server.ts'

const html = { 'content-type': 'text/html' }
const asked: string[] = []

const answers: Record<string, (response: ServerResponse) => void> = {
  '/page': (response) => response.writeHead(200, html).end('<title>A page</title><img src="/a.png">'),
  '/moved': (response) => response.writeHead(302, { location: '/page' }).end(),
  '/inward': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end(),
  '/metadata': (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/large': (response) => response.writeHead(200, html).end('x'.repeat(3_000_001)),
  '/boast': (response) => response.writeHead(200, { ...html, 'content-length': 10_000_000 }).write('x'),
  '/short': (response) =>
    response.writeHead(200, { ...html, 'content-length': 500 }).write('x', () => response.destroy()),
  '/picture': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  '/latin': (response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
      .end(Buffer.from('<title>Caf\xe9</title>', 'latin1'))
  },
  '/stuck': () => undefined,
}

const site = await serveHttp((request, response) => {
  asked.push(request.url ?? '')
  const answer = answers[new URL(request.url ?? '/', 'http://x').pathname]
  if (answer) answer(response)
  else response.writeHead(404).end()
})
after(() => site.close())

const app = await startTestApp({ ALLOW_PRIVATE_URLS: site.host })
const { db } = app.app.services

async function start(url: string, options: { key?: string; headers?: Record<string, string> } = {}) {
  return app.call<Job>('POST', '/v1/research/scrape', { body: { url }, ...options })
}

async function read(jobId: number, key = app.key): Promise<Job> {
  return (await app.call<Job>('GET', `/v1/research/scrape/${jobId}`, { key })).body
}

/** Asks until it has ended. */
async function ended(jobId: number, key = app.key): Promise<Job> {
  return askUntil(async () => {
    const job = await read(jobId, key)
    return job.finishedAt === null ? null : job
  })
}

test('a page is read: what it says about itself, what it advertises, its pictures and films', async () => {
  const { status, body, headers } = await start(`${app.sandboxUrl}/research/pages/brand_03`)
  assert.equal(status, 202)
  assert.equal(headers.get('location'), `/v1/research/scrape/${body.jobId}`)
  const job = await ended(body.jobId)
  assert.deepEqual([job.status, job.progress, job.failure], ['done', 100, null])
  const { page, ads, media, metaTags } = job.result!
  assert.equal(page.title, 'Cinder Kitchen')
  assert.equal(ads.length, 6)
  assert.ok(media.length >= 6)
  assert.ok(metaTags.some(({ name }) => name === 'og:title'))
  const days = (Date.parse(job.expiresAt!) - Date.parse(job.finishedAt!)) / 86_400_000
  assert.equal(days, 7)
})

test('older clients find it under its older address', async () => {
  const { status, body } = await app.call<Job>('POST', '/v1/adscan/scrape', { body: { url: site.url('/moved') } })
  assert.equal(status, 202)
  await ended(body.jobId)
  const job = (await app.call<Job>('GET', `/v1/adscan/scrape/${body.jobId}`)).body
  assert.equal(job.result?.page.url, site.url('/page'))
})

const failing: [path: string, code: string][] = [
  ['/inward', 'private_address'],
  ['/metadata', 'private_address'],
  ['/circle', 'too_many_redirects'],
  ['/large', 'too_large'],
  ['/boast', 'too_large'],
  ['/short', 'connection_lost'],
  ['/picture', 'not_a_page'],
  ['/nowhere', 'status_404'],
]

test('what cannot be read fails with a reason, and nothing private is reached', async () => {
  const others: [string, string][] = [
    ['http://127.0.0.1:1/', 'private_address'],
    ['http://[::1]/', 'private_address'],
    ['http://0x7f000001/', 'private_address'],
    ['http://169.254.169.254/latest', 'private_address'],
  ]
  const cases = [...failing.map(([path, code]): [string, string] => [site.url(path), code]), ...others]
  const jobs = await Promise.all(cases.map(async ([url]) => ended((await start(url)).body.jobId)))
  assert.deepEqual(
    jobs.map(({ status, failure, result }) => [status, failure?.code, result]),
    cases.map(([, code]) => ['failed', code, null]),
  )
})

test('characters are read as the server names them', async () => {
  const { body } = await start(site.url('/latin'))
  assert.equal((await ended(body.jobId)).result?.page.title, 'Café')
})

test('an address of the wrong form is 400', async () => {
  const urls = [
    '',
    'nonsense',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://me:secret@example.com/',
    'javascript:1',
  ]
  for (const url of [...urls, `https://example.com/${'x'.repeat(3_000)}`])
    assert.equal((await start(url)).status, 400, url)
  assert.equal((await app.call('POST', '/v1/research/scrape', { body: {} })).status, 400)
  assert.equal((await app.call('POST', '/v1/research/scrape', { body: { url: 'x'.repeat(10_000_000) } })).status, 413)
})

test('a repeat with the same Idempotency-Key reads nothing twice', async () => {
  const headers = { 'idempotency-key': 'page-once' }
  const url = site.url('/page?once')
  const [first, second] = [await start(url, { headers }), await start(url, { headers })]
  assert.equal(second.body.jobId, first.body.jobId)
  await ended(first.body.jobId)
  assert.equal(asked.filter((path) => path === '/page?once').length, 1)
})

test('a job of another company is 404, and a key that may only read starts none', async () => {
  const { body } = await start(site.url('/page'))
  const { key } = await app.stranger()
  for (const id of [body.jobId, 999_999_999]) {
    assert.equal((await app.call('GET', `/v1/research/scrape/${id}`, { key })).status, 404)
  }
  const reader = await app.stranger(['read'])
  assert.equal((await start(site.url('/page'), { key: reader.key })).status, 403)
})

test('what was found is kept for its time and then thrown away', async () => {
  const [old, young] = await Promise.all([start(site.url('/page')), start(site.url('/page'))])
  await Promise.all([ended(old.body.jobId), ended(young.body.jobId)])
  const age = (jobId: number, days: number) =>
    sql`UPDATE research_scrapes SET finished_at = now() - make_interval(days => ${days}) WHERE id = ${jobId}`.execute(
      db,
    )
  await age(old.body.jobId, 8)
  await age(young.body.jobId, 6)
  const { log } = app.app.services
  const housekeeping = housekeepingJob({ retention: defaultRetention, key: () => auditKey(app.app.services.seal) })
  await housekeeping.run({ db, log, signal: new AbortController().signal })
  assert.equal((await app.call('GET', `/v1/research/scrape/${old.body.jobId}`)).status, 404)
  assert.equal((await read(young.body.jobId)).status, 'done')
})

test('one company cannot have more pages open than are allowed, and holds up nobody else', async () => {
  const { key } = await app.stranger()
  const started = await Promise.all(Array.from({ length: maxOpen + 5 }, () => start(site.url('/stuck'), { key })))
  assert.equal(started.filter(({ status }) => status === 202).length, maxOpen)
  const refused = started.filter(({ status }) => status === 429)
  assert.deepEqual([refused.length, refused[0]!.headers.get('retry-after')], [5, '10'])
  const { body } = await start(site.url('/page'))
  assert.equal((await ended(body.jobId)).status, 'done')
  assert.ok(asked.filter((path) => path === '/stuck').length <= 2)
})
