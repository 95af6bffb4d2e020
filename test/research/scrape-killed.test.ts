import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeApiKey } from '../../src/core/people/keys.ts'
import { ask } from '../support/ask.ts'
import { askUntil } from '../support/ask-until.ts'
import { createDatabase, makeDataDir, startTestApp } from '../support/harness.ts'
import { serveHttp } from '../support/media/file-server.ts'
import type { ScrapeJob } from '../support/media/scrape-job.ts'
import { sharedKey } from '../support/service/child-env.ts'
import { startService } from '../support/service/service-process.ts'

let isStuck = true
let times = 0
let heard: () => void = () => undefined
const site = await serveHttp((_request, response) => {
  times++
  heard()
  if (!isStuck) response.writeHead(200, { 'content-type': 'text/html' }).end('<title>At last</title>')
})
after(() => site.close())

async function untilAsked(wanted: number): Promise<void> {
  while (times < wanted) await new Promise<void>((resolve) => (heard = resolve))
}

test('a page that a killed service was reading is taken up again, and so is one of a service that was stopped', async () => {
  const database = await createDatabase()
  const dataDir = await makeDataDir()
  const key = makeApiKey()
  const settings = { DATABASE_URL: database.url, ALLOW_PRIVATE_URLS: site.host, DEMO_API_KEY: key }
  after(() => database.drop())
  const killed = await startService({ ...sharedKey, ...settings, DATA_DIR: dataDir })
  const { text } = await ask(`${killed.url}/v1/research/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url('/stuck') }),
  })
  const { jobId } = JSON.parse(text) as ScrapeJob
  await untilAsked(1)
  await killed.end('SIGKILL')

  // As much time passes as a worker may be silent for.
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('UPDATE research_scrapes SET held_until = now()')
  const stopped = await startTestApp(settings)
  await untilAsked(2)
  await stopped.close()
  const { rows } = await client.query<{ state: string; attempts: number }>(
    'SELECT state, attempts FROM research_scrapes',
  )
  assert.deepEqual(rows, [{ state: 'queued', attempts: 1 }])
  await client.end()

  isStuck = false
  const last = await startTestApp(settings)
  const job = await askUntil(async () => {
    const now = await last.call<ScrapeJob>('GET', `/v1/research/scrape/${jobId}`)
    return now.body.finishedAt === null ? null : now.body
  })
  assert.equal(job.result?.page.title, 'At last')
  assert.equal(times, 3)
  await last.close()
  await rm(dataDir, { recursive: true, force: true })
})
