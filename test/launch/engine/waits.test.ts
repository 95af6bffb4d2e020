import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { BatchStatus } from '../../support/harness.ts'
import { workOff } from '../../support/launch/own-worker.ts'
import { askUntil } from '../../support/ask-until.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const fixture = await demoFixture(app)
const [first, second] = fixture.accounts

async function launch(more: object): Promise<number> {
  const ads = [singleAd(app, fixture, { adName: 'Waits', ...more })]
  return (await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })).body.adBatchId
}
const statusOf = async (id: number) => (await app.call<BatchStatus>('GET', `/v1/batch-status/${id}?include=ads`)).body
interface Described {
  event: string
  data: Record<string, unknown>
}
/** What the stream of a batch tells, as it does. */
async function* follow(id: number): AsyncGenerator<Described> {
  const headers = { authorization: `Bearer ${app.key}` }
  const answer = await fetch(`${app.url}/v1/batches/${id}/events`, { headers })
  let text = ''
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    const messages = (text + chunk).split('\n\n')
    text = messages.pop()!
    for (const message of messages) {
      const [, event, data] = /event: (.*)\ndata: (.*)$/.exec(message) ?? []
      if (event) yield { event, data: JSON.parse(data!) as Described['data'] }
    }
  }
}
/** The first thing of its kind that it tells. */
async function reported(id: number, kind: string): Promise<Described['data']> {
  for await (const { event, data } of follow(id)) if (event === kind) return data
  throw new Error(`The stream ended without ${kind}.`)
}
const fault = (more: object) => app.control('POST', 'faults', { platform: 'meta', times: 1, ...more })
const inSecond = { adAccountId: second!.id, adSets: [fixture.adSets[second!.id]![0]] }

test('a batch that was just taken says nothing more than that', async () => {
  const id = await launch({ adName: 'Plain' })
  const { message, ads } = await statusOf(id)
  assert.equal(message, '1 ad waiting to be launched.')
  assert.equal('waitingFor' in ads![0]!, false)
  await workOff(app)
  assert.equal((await statusOf(id)).message, 'The ad was launched.')
})

const dueFor = (id: number, seconds: number) =>
  sql`UPDATE batch_items SET run_after = clock_timestamp() - make_interval(secs => ${seconds}) WHERE batch_id = ${id}`.execute(
    app.app.services.db,
  )

test('a batch that no worker takes up says so, and so does one whose worker died', async () => {
  const id = await launch({ adName: 'Nobody' })
  await dueFor(id, 5)
  const { message, ads } = await statusOf(id)
  assert.equal(ads![0]!.waitingFor, 'worker')
  assert.equal('waitsUntil' in ads![0]!, false)
  assert.match(message as string, /^1 ad waiting to be launched\. 1 ad waits: no worker is free, or none runs/)
  assert.deepEqual(await reported(id, 'batch.waiting'), {
    adBatchId: id,
    message,
    waits: [{ waitingFor: 'worker', ads: 1 }],
  })
  await sql`UPDATE batch_items SET state = 'running' WHERE batch_id = ${id}`.execute(app.app.services.db)
  assert.equal((await statusOf(id)).ads![0]!.waitingFor, 'worker')
  await workOff(app)
  assert.equal((await statusOf(id)).message, 'The ad was launched.')
})

test('a batch behind another one of its account says so', async () => {
  const id = await launch({ adName: 'Behind' })
  await dueFor(id, 5)
  const hold = (seconds: number) =>
    sql`UPDATE lanes SET lease_until = clock_timestamp() + make_interval(secs => ${seconds}) WHERE account_id = ${first!.id}`.execute(
      app.app.services.db,
    )
  await hold(60)
  const { message, ads } = await statusOf(id)
  assert.equal(ads![0]!.waitingFor, 'turn')
  assert.match(message as string, /1 ad waits: other ads of the same account come first\.$/)
  const events: Described[] = []
  for await (const each of follow(id)) {
    if (each.event === 'batch.waiting' && !events.some(({ event }) => event === 'batch.waiting')) {
      await hold(-1)
      await workOff(app)
    }
    events.push(each)
  }
  const waits = events.find(({ event }) => event === 'batch.waiting')!.data
  assert.deepEqual(waits, { adBatchId: id, message, waits: [{ waitingFor: 'turn', ads: 1 }] })
  assert.equal(events.at(-1)!.event, 'batch.finished')
})

test('an ad whose answer was lost says that it is being looked for', async () => {
  await fault({ match: { method: 'POST', path: '/ads$' }, fault: 'drop-before' })
  const id = await launch({ adName: 'Lost', ...inSecond })
  await workOff(app)
  const { message, ads } = await statusOf(id)
  assert.equal(ads![0]!.waitingFor, 'lookup')
  assert.equal((await reported(id, 'ad.unsure')).reason, 'lookup')
  assert.match(message as string, /^0 of 1 ad launched\. 1 ad waits until .+: the answer to a write was lost/)
})

test('a throttled batch says that the platform asked for a pause, and until when', async () => {
  await fault({ match: { method: 'POST', path: '/adcreatives$' }, fault: 'throttle', seconds: 3600 })
  const id = await launch({ adName: 'Throttled', adSets: fixture.adSets[first!.id]!.slice(0, 3) })
  await workOff(app)
  const { message, ads } = await statusOf(id)
  const until = String(ads![0]!.waitsUntil)
  const waiting = await reported(id, 'batch.waiting')
  assert.deepEqual(waiting, { adBatchId: id, message, waits: [{ waitingFor: 'throttled', ads: 3, waitsUntil: until }] })
  assert.ok(Date.parse(until) > Date.now() + 3_000_000)
  assert.deepEqual(
    ads!.map((ad) => ad.waitingFor),
    ['throttled', 'throttled', 'throttled'],
  )
  assert.match(message as string, /^0 of 3 ads launched\. 3 ads wait until \S+Z: the platform asked for a pause\.$/)
  const whole = await app.call<BatchStatus & { events: Record<string, unknown>[] }>('GET', `/v1/batches/${id}`)
  const waits = whole.body.events.filter(({ kind }) => kind === 'ad.waiting')
  assert.ok(waits.length > 0)
  for (const wait of waits) assert.deepEqual([wait.reason, wait.step], ['throttled', 'creative'])
  const { reason, until: reportedUntil, adName } = await reported(id, 'ad.waiting')
  assert.deepEqual([reason, reportedUntil, adName], ['throttled', waits[0]!.until, 'Throttled'])
  assert.equal(whole.body.message, message)
  assert.deepEqual(whole.body.ads, ads)
  const other = await app.stranger()
  assert.equal((await app.call('GET', `/v1/batch-status/${id}`, { key: other.key })).status, 404)
})

test('an ad whose video is being processed says so, and then no more', async () => {
  const other = await startTestApp()
  const there = await demoFixture(other)
  await other.control('POST', 'faults', { platform: 'meta', fault: 'slow-video', seconds: 3000, times: 1 })
  const media = [{ url: `${other.sandboxUrl}/_assets/vertical.mp4` }]
  const { body } = await other.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(other, there, { adName: 'Video', media })] },
  })
  const path = `/v1/batch-status/${body.adBatchId}?include=ads`
  const seen = await askUntil(async () => {
    const status = (await other.call<BatchStatus>('GET', path)).body
    return String(status.message).includes('waits') ? status : null
  })
  assert.equal(seen.ads![0]!.waitingFor, 'media_processing')
  assert.match(seen.message as string, /1 ad waits: the platform is processing a video\.$/)
  await other.control('POST', 'clock', { offsetSeconds: 4000 })
  const done = await other.finished(body.adBatchId)
  assert.equal(done.message, 'The ad was launched.')
  assert.equal('waitingFor' in done.ads![0]!, false)
})

test('an ad whose connection cannot be opened says so, and goes on once it can', async () => {
  const other = await startTestApp({ LOG_LEVEL: 'silent' }, { api: true, worker: false, sandbox: true })
  const there = await demoFixture(other)
  const { body } = await other.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(other, there, { adName: 'Broken' })] },
  })
  const { company_id: companyId } = await other.app.services.db
    .selectFrom('batches')
    .select('company_id')
    .where('id', '=', body.adBatchId)
    .executeTakeFirstOrThrow()
  const broken = await other.app.services.db
    .insertInto('connections')
    .values({
      company_id: companyId,
      platform: 'primary',
      label: 'Broken',
      sealed_credentials: Buffer.alloc(40, 7),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await workOff(other)
  const path = `/v1/batch-status/${body.adBatchId}?include=ads`
  const { message, ads } = (await other.call<BatchStatus>('GET', path)).body
  assert.equal(ads![0]!.waitingFor, 'connection')
  assert.match(message as string, /the connection to the platform cannot be opened/)
  await other.app.services.db.deleteFrom('connections').where('id', '=', broken.id).execute()
  // What was live is the sandbox again when a person says so, and not before.
  await other.app.services.db
    .updateTable('platform_ways')
    .set({ uses_sandbox: true })
    .where('company_id', '=', companyId)
    .execute()
  await other.app.services.db.updateTable('batch_items').set({ run_after: new Date() }).execute()
  await workOff(other)
  assert.equal((await other.call<BatchStatus>('GET', path)).body.status, 'success')
})
