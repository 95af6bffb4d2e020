import { createPulse } from '../../src/probes/pulse.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { recordEvent } from '../../src/core/events/record.ts'
import type { CompanyEvent } from '../../src/core/events/present.ts'
import { startWebhooks } from '../../src/core/webhooks/engine.ts'
import { forgetDeliveries } from '../../src/core/webhooks/replay.ts'
import { attemptTimeoutMs } from '../../src/core/webhooks/schedule.ts'
import { rotated, validSecrets } from '../../src/core/webhooks/target.ts'
import { createUrlPoster } from '../../src/files/fetch/post-url.ts'
import { askUntil, untilTrue } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { isSigned, testReceiver } from '../support/events/receiver.ts'
import { noTracing } from '../../src/trace/tracing.ts'
import { startTestApp } from '../support/harness.ts'

const receiver = await testReceiver()
const app = await startTestApp({ ALLOW_PRIVATE_URLS: receiver.host })
const { db, seal, eventHub, log } = app.app.services

interface Hook {
  id: number
  url: string
  secret: string | null
  enabled: boolean
  disabledReason: string | null
}

interface Delivery {
  id: number
  eventId: string
  state: string
  tries: number
  attempts: { status?: number; answer?: string; problem?: string }[]
}

async function hookFor(path: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const { companyId, key } = await app.stranger()
  const options = { key, body: { url: `${receiver.url}${path}`, ...more }, headers }
  const made = await app.call<Hook>('POST', '/v1/webhooks', options)
  const say = (name: string) => recordEvent(db, { id: companyId }, { type: 'key.revoked', data: { keyId: 1, name } })
  const at = (all = receiver.all) => all.filter((each) => each.path === path)
  const deliveries = async () =>
    (await app.call<{ data: Delivery[] }>('GET', `/v1/webhooks/${made.body.id}/deliveries`, { key })).body.data
  return { companyId, key, made, hook: made.body, say, at, deliveries, options }
}

/** Nothing waits for its time until it is so; asked again and again, for what is under way now may be refused later. */
async function withoutWaiting(companyId: number, isSo: () => boolean): Promise<void> {
  await untilTrue(async () => {
    await sql`UPDATE webhooks SET paused_until = '-infinity' WHERE company_id = ${companyId}`.execute(db)
    await sql`UPDATE webhook_deliveries SET next_at = now() WHERE company_id = ${companyId} AND next_at > now()`.execute(
      db,
    )
    return isSo()
  })
}

/** Asks until it is so: what is waited for is written down after the receiver has answered. */
async function eventually<T extends object>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  return askUntil(async () => {
    const answer = await ask()
    return isSo(answer) ? answer : null
  })
}

test('the events of a launch arrive signed, in their order, under the ids that the list has', async () => {
  const { key, hook, at } = await hookFor('/launch', { events: ['ad.launched', 'batch.finished'] })
  const fixture = await demoFixture(app, key)
  const ads = ['One', 'Two', 'Three'].map((adName) =>
    singleAd(app, fixture, { adName, link: `https://example.com/${adName}` }),
  )
  await app.call('POST', '/v1/launch', { key, body: { ads } })
  const all = at(await receiver.until((got) => at(got).some(({ body }) => body.type === 'batch.finished')))
  const { body } = await app.call<{ data: CompanyEvent[] }>('GET', '/v1/events?type=ad.launched,batch.finished', {
    key,
  })
  assert.deepEqual(
    all.map(({ id, body: sent }) => ({ id, ...sent })),
    body.data,
  )
  assert.ok(all.every((received) => isSigned(received, hook.secret!)))
})

test('the secret is shown once and lies nowhere in the open; a repeat makes no second webhook', async () => {
  const { key, hook, options, made } = await hookFor('/once', {}, { 'idempotency-key': 'make it once' })
  assert.equal(made.status, 201)
  assert.match(hook.secret!, /^whsec_/)
  const again = await app.call<Hook>('POST', '/v1/webhooks', options)
  assert.deepEqual([again.status, again.body.id, again.body.secret], [201, hook.id, null])
  const shown = await app.call<Record<string, unknown>>('GET', `/v1/webhooks/${hook.id}`, { key })
  assert.ok(!('secret' in shown.body))
  for (const table of ['webhooks', 'idempotency_keys', 'audit_log', 'audit_open', 'events']) {
    const { rows } = await sql<{ text: string }>`SELECT row::text AS text FROM ${sql.table(table)} AS row`.execute(db)
    for (const { text } of rows) assert.ok(!text.includes(hook.secret!.slice(6, 30)), table)
  }
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { key, hook, say, at } = await hookFor('/rotate')
  const { body } = await app.call<{ secret: string }>('POST', `/v1/webhooks/${hook.id}/rotate-secret`, { key })
  assert.notEqual(body.secret, hook.secret)
  await say('both')
  const [both] = at(await receiver.until((all) => at(all).length === 1))
  assert.deepEqual([isSigned(both!, hook.secret!), isSigned(both!, body.secret)], [true, true])
  const wrong = await app.call('POST', `/v1/webhooks/${hook.id}/rotate-secret`, {
    key,
    body: { secret: 'whsec_c2hvcnQ=' },
  })
  assert.equal(wrong.status, 400)
  const target = { url: receiver.url, secrets: [{ secret: hook.secret!, until: null }] }
  const later = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours))
  const after = rotated(target, body.secret, later(0))
  assert.deepEqual(validSecrets(after, later(23)), [body.secret, hook.secret])
  assert.deepEqual(validSecrets(after, later(25)), [body.secret])
})

test('what is not taken is tried again; its batch waits, others go on', async () => {
  const { key, say, at, companyId, deliveries, hook } = await hookFor('/fails', {
    events: ['ad.launched', 'batch.finished', 'key.revoked'],
  })
  const fixture = await demoFixture(app, key)
  const refused: string[] = []
  let isRefusing = true
  receiver.answer = ({ path, id, body }, reply) => {
    const isRefused = path === '/fails' && body.type === 'ad.launched' && isRefusing
    if (isRefused) refused.push(id)
    reply.writeHead(isRefused ? 503 : 200).end(isRefused ? 'not now' : 'ok')
  }
  await app.call('POST', '/v1/launch', { key, body: { ads: [singleAd(app, fixture)] } })
  await receiver.until(() => refused.length > 0)
  await say('passes by')
  await receiver.until((all) => at(all).some(({ body }) => body.data.name === 'passes by'))
  await eventually(deliveries, (all) => all.filter(({ state }) => state === 'waiting').length === 2)
  isRefusing = false
  await withoutWaiting(companyId, () => at().some(({ body }) => body.type === 'batch.finished'))
  const all = at()
  assert.equal(all[0]!.body.type, 'ad.launched')
  const taken = all.filter(({ id }, index) => all.findLastIndex((each) => each.id === id) === index)
  assert.deepEqual(
    taken.map(({ body }) => body.type),
    ['key.revoked', 'ad.launched', 'batch.finished'],
  )
  const launched = taken[1]!.id
  // Whoever is slow to get here was tried again meanwhile.
  assert.deepEqual(refused, Array(refused.length).fill(launched))
  const written = await eventually(deliveries, (got) => got.every(({ state }) => state === 'delivered'))
  assert.deepEqual(
    written.find(({ eventId }) => eventId === launched)!.attempts.map(({ status, answer }) => [status, answer]),
    [...refused.map(() => [503, 'not now']), [200, 'ok']],
  )

  await app.call('POST', `/v1/webhooks/deliveries/${written[0]!.id}/replay`, { key })
  await receiver.until((got) => at(got).filter(({ id }) => id === written[0]!.eventId).length === 2)
  const before = at().length
  const replayed = await app.call<{ queued: number }>('POST', `/v1/webhooks/${hook.id}/replay`, {
    key,
    body: { since: '2020-01-01T00:00:00Z' },
  })
  assert.equal(replayed.body.queued, 3)
  await receiver.until((got) => at(got).length === before + 3)
  assert.deepEqual(new Set(at().map(({ id }) => id)).size, 3)
})

test('a receiver that fails again and again is left alone, and asked with one event when it may be back', async () => {
  const { companyId, say, at, deliveries, key, hook } = await hookFor('/down')
  let isDown = true
  receiver.answer = ({ path }, reply) =>
    void reply.writeHead(path === '/down' && isDown ? 302 : 200, { location: '/up' }).end()
  for (let n = 0; n < 10; n++) await say(`event ${n}`)
  await receiver.until((all) => at(all).length === 3)
  const { rows } = await eventually(
    () =>
      sql<{ failures: number }>`SELECT failures FROM webhooks WHERE id = ${hook.id} AND paused_until > now()`.execute(
        db,
      ),
    (answer) => answer.rows.length === 1,
  )
  assert.equal(rows[0]!.failures, 3)
  assert.equal(receiver.all.filter(({ path }) => path === '/up').length, 0)
  const { body } = await app.call<{ failingSince: string | null }>('GET', `/v1/webhooks/${hook.id}`, { key })
  assert.ok(body.failingSince)
  isDown = false
  await withoutWaiting(companyId, () => new Set(at().map(({ id }) => id)).size === 10)
  await eventually(deliveries, (all) => all.length === 10 && all.every(({ state }) => state === 'delivered'))
  assert.ok(at().length <= 14)
})

test('a receiver that hangs holds up nobody else, of its own company either', async () => {
  const { key, say, at } = await hookFor('/hangs')
  await app.call('POST', '/v1/webhooks', { key, body: { url: `${receiver.url}/prompt` } })
  receiver.answer = ({ path }, reply) => void (path === '/hangs' || reply.end())
  const from = performance.now()
  for (let n = 0; n < 300; n++) await say(`event ${n}`)
  const prompt = (all = receiver.all) => all.filter(({ path }) => path === '/prompt')
  await receiver.until((all) => prompt(all).length >= 300)
  // One request is out at a time, and the next one not before that has been given up.
  assert.ok(at().length <= 1 + Math.floor((performance.now() - from) / attemptTimeoutMs))
  assert.deepEqual(
    prompt().map(({ body }) => body.data.name),
    Array.from({ length: 300 }, (_, n) => `event ${n}`),
  )
})

test('two workers share the webhooks, and nothing is sent twice or out of order', async () => {
  const poster = createUrlPoster({ allowPrivateUrls: [receiver.host] })
  const second = startWebhooks({ db, seal, eventHub, log, poster, tracing: noTracing, pulse: createPulse() })
  try {
    receiver.answer = (_received, reply) => void reply.end()
    const { key, say, at } = await hookFor('/shared/0')
    for (const n of [1, 2])
      await app.call('POST', '/v1/webhooks', { key, body: { url: `${receiver.url}/shared/${n}` } })
    for (let n = 0; n < 200; n++) await say(`event ${n}`)
    const got = (n: number) => receiver.all.filter(({ path }) => path === `/shared/${n}`)
    await receiver.until(() => [0, 1, 2].every((n) => got(n).length >= 200))
    assert.ok(at().length > 0)
    const names = Array.from({ length: 200 }, (_, n) => `event ${n}`)
    for (const n of [0, 1, 2])
      assert.deepEqual(
        got(n).map(({ body }) => body.data.name),
        names,
      )
  } finally {
    await second.stop()
  }
})

test('410 switches a webhook off, and so do five days without a taken event', async () => {
  const gone = await hookFor('/gone')
  const failing = await hookFor('/failing')
  receiver.answer = ({ path }, reply) =>
    void reply.writeHead(path === '/gone' ? 410 : path === '/failing' ? 500 : 200).end()
  const stateOf = async ({ key, hook }: typeof gone) =>
    (await app.call<Hook>('GET', `/v1/webhooks/${hook.id}`, { key })).body
  await gone.say('x')
  assert.equal(
    (
      await eventually(
        () => stateOf(gone),
        ({ enabled }) => !enabled,
      )
    ).disabledReason,
    'gone',
  )
  await sql`UPDATE webhooks SET failures = 1, failing_since = now() - interval '5 days' WHERE id = ${failing.hook.id}`.execute(
    db,
  )
  await failing.say('x')
  assert.equal(
    (
      await eventually(
        () => stateOf(failing),
        ({ enabled }) => !enabled,
      )
    ).disabledReason,
    'failing',
  )
  const { body } = await app.call<{ data: CompanyEvent[] }>('GET', '/v1/events?type=webhook.disabled', {
    key: gone.key,
  })
  assert.deepEqual(body.data[0]!.data, { webhookId: gone.hook.id, reason: 'gone' })
  const audit = await app.call<{ data: { action: string }[] }>('GET', '/v1/audit-log?action=disable_webhook', {
    key: gone.key,
  })
  assert.equal(audit.body.data.length, 1)
  receiver.answer = (_received, reply) => void reply.end()
  const options = { key: gone.key, body: { enabled: true } }
  const on = await app.call<Hook>('PATCH', `/v1/webhooks/${gone.hook.id}`, options)
  assert.deepEqual([on.body.enabled, on.body.disabledReason], [true, null])
  const seen = gone.at().length
  await gone.say('back')
  const [, last] = [await receiver.until((all) => gone.at(all).length > seen), gone.at().at(-1)]
  assert.equal(last!.body.data.name, 'back')
})

test('a webhook that is switched on again is told what happens from then on, and what somebody asked for meanwhile', async () => {
  const byHand = await hookFor('/again/by-hand')
  const gone = await hookFor('/again/gone')
  receiver.answer = ({ path }, reply) => void reply.writeHead(path === '/again/gone' ? 410 : 500).end()
  for (const { say, deliveries, hook, key } of [byHand, gone]) {
    await say('missed while it failed')
    await eventually(deliveries, ([first]) => (first?.tries ?? 0) > 0)
    if (hook.id === byHand.hook.id) {
      await app.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: false } })
    }
    await eventually(
      () => app.call<Hook>('GET', `/v1/webhooks/${hook.id}`, { key }),
      ({ body }) => !body.enabled,
    )
    await say('missed while it was off')
  }
  receiver.answer = (_received, reply) => void reply.end()
  for (const { say, at, hook, key, companyId, deliveries } of [byHand, gone]) {
    const [before] = await deliveries()
    assert.equal(before!.state, 'failed', 'what waited was given up when it was switched off')
    const tried = at().length
    await app.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: true } })
    await say('from then on')
    await withoutWaiting(companyId, () => at().some(({ body }) => body.data.name === 'from then on'))
    const reported = at().slice(tried)
    assert.deepEqual(
      reported.map(({ body }) => body.data.name),
      ['from then on'],
    )
    await app.call('POST', `/v1/webhooks/deliveries/${before!.id}/replay`, { key })
    await receiver.until((all) => at(all).length === tried + 2)
    assert.equal(at().at(-1)!.body.data.name, 'missed while it failed')
  }
})

test('what is asked for once more while a webhook is off waits until it is on', async () => {
  const { say, at, hook, key, deliveries } = await hookFor('/again/asked')
  receiver.answer = (_received, reply) => void reply.end()
  await say('taken')
  const [taken] = await eventually(deliveries, ([first]) => first?.state === 'delivered')
  await app.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: false } })
  await app.call('POST', `/v1/webhooks/deliveries/${taken!.id}/replay`, { key })
  await app.call('PATCH', `/v1/webhooks/${hook.id}`, { key, body: { enabled: true } })
  await receiver.until((all) => at(all).length === 2)
  assert.deepEqual(
    at().map(({ id }) => id),
    [taken!.eventId, taken!.eventId],
  )
})

test('chats get a message for people, in the form that each takes', async () => {
  receiver.answer = (_received, reply) => void reply.end()
  const { key, companyId } = await app.stranger()
  const make = (kind: string, path: string) =>
    app.call<Hook>('POST', '/v1/webhooks', { key, body: { url: receiver.url + path, kind } })
  const slack = await make('slack', '/slack/T0/B0')
  assert.deepEqual([slack.status, slack.body.secret, slack.body.url], [201, null, `${receiver.url}/…`])
  await make('discord', '/discord')
  await make('telegram', '/bot1:x/sendMessage?chat_id=42')
  assert.equal((await make('telegram', '/bot1:x/sendMessage')).status, 400)
  const data = { platform: 'primary', accountId: 'act_1', reason: 'A <b> & more.' }
  await recordEvent(db, { id: companyId }, { type: 'sync.failed', data })
  const text = 'Figures of act_1 (primary) cannot be read. A <b> & more.'
  const got = async (path: string) =>
    (await receiver.until((all) => all.some((each) => each.path === path))).find((each) => each.path === path)!
  assert.deepEqual((await got('/slack/T0/B0')).body, { text: text.replace('<b> &', '&lt;b&gt; &amp;') })
  assert.deepEqual((await got('/discord')).body, { content: text, allowed_mentions: { parse: [] } })
  const message = { chat_id: '42', text, disable_web_page_preview: true }
  assert.deepEqual((await got('/bot1:x/sendMessage')).body, message)
})

test('a test sends an example, whatever becomes of it', async () => {
  const { key, hook, at } = await hookFor('/test', { enabled: false })
  const options = { key, body: { type: 'ad.failed' } }
  const { body } = await app.call<{ delivered: boolean }>('POST', `/v1/webhooks/${hook.id}/test`, options)
  assert.equal(body.delivered, true)
  assert.match(at()[0]!.id, /^evt_test_/)
  assert.ok(isSigned(at()[0]!, hook.secret!))
})

test('addresses and secrets of the wrong form are refused, and what is of another company is not found', async () => {
  const { hook } = await hookFor('/mine')
  const bad = {
    'http://example.com/': /https/,
    'https://127.0.0.1/': /public internet/,
    'https://[::1]/': /public internet/,
    'https://169.254.169.254/latest': /public internet/,
    'https://2130706433/': /public internet/,
    'https://localhost/': /public internet/,
    'https://me:secret@example.com/': /password/,
    'ftp://example.com/': /https/,
    nonsense: /https/,
  }
  for (const [url, message] of Object.entries(bad)) {
    const { status, body } = await app.call('POST', '/v1/webhooks', { body: { url } })
    assert.equal(status, 400, url)
    assert.match(JSON.stringify(body), message)
  }
  const url = 'https://example.com/hook'
  for (const secret of ['short', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_not base64 at all, not at all, not']) {
    assert.equal((await app.call('POST', '/v1/webhooks', { body: { url, secret } })).status, 400, secret)
  }
  assert.equal((await app.call('POST', '/v1/webhooks', { body: { url, events: ['ad.exploded'] } })).status, 400)
  const paths = ['', '/deliveries', '/test', '/rotate-secret', '/replay']
  for (const path of paths) {
    const method = path === '' || path === '/deliveries' ? 'GET' : 'POST'
    const body = path === '/replay' ? { body: { since: '2026-01-01T00:00:00Z' } } : {}
    assert.equal((await app.call(method, `/v1/webhooks/${hook.id}${path}`, body)).status, 404, path)
  }
  assert.equal((await app.call('DELETE', `/v1/webhooks/${hook.id}`)).status, 404)
  assert.equal((await app.call('POST', '/v1/webhooks/deliveries/999999/replay')).status, 404)
})

test('deliveries leave after 30 days, but for those that wait', async () => {
  await sql`UPDATE webhook_deliveries SET updated_at = now() - interval '31 days'`.execute(db)
  // One that waited may be delivered this very moment, and is young again.
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM webhook_deliveries
    WHERE state <> 'waiting' AND updated_at < now() - interval '30 days'`.execute(db)
  assert.ok(rows[0]!.n > 5)
  assert.equal(await forgetDeliveries(db, { atOnce: 4 }), rows[0]!.n)
})
