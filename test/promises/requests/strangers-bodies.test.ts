import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { startTestApp } from '../../support/harness.ts'

/** However much somebody sends, what is too much is said, and little is made of it. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: false })

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))

interface Refusal {
  error: { code: string; message: string; details: { issues: { path: string; message: string }[] } }
}

test('every operation that needs no key takes 64 kB and no more', async () => {
  const open = operations.filter(({ scope, rest }) => scope === null && rest.method !== 'GET')
  assert.ok(open.length > 3)
  const body = JSON.stringify({ token: 'x'.repeat(64 * 1024) })
  for (const { rest } of open) {
    const path = rest.path.replaceAll(/:\w+|\{\w+\}/g, 'x')
    const headers = { 'content-type': 'application/json' }
    const { status } = await app.call(rest.method, path, { body, headers, key: null })
    assert.equal(status, 413, `${rest.method} ${path}`)
  }
})

test('500 unknown fields are ignored, and one more is a 400 that names the object, over HTTP', async () => {
  const ad = (count: number) => ({ ads: [{ adName: 'a' }, { adName: 'b', ...fields(count) }] })
  const taken = await app.call('POST', '/v1/launch/validate', { body: ad(500) })
  assert.equal(taken.status, 200)
  assert.equal(taken.headers.get('x-ignored-fields')?.split(', ').length, 20)
  const { status, body } = await app.call<Refusal>('POST', '/v1/launch/validate', { body: ad(501) })
  assert.equal(status, 400)
  assert.equal(body.error.details.issues[0]!.path, 'ads[]')
  assert.match(body.error.message, /more than 500 fields that nobody reads/)
  const campaign = await app.call<Refusal>('POST', '/v1/manage/create-campaign', { body: fields(501) })
  assert.deepEqual([campaign.status, campaign.body.error.details.issues[0]!.path], [400, ''])
})

test('501 unknown fields are refused before an Idempotency-Key is taken', async () => {
  const headers = { 'idempotency-key': 'many-fields' }
  const many = await app.call('POST', '/v1/manage/create-campaign', { body: fields(501), headers })
  const other = await app.call('POST', '/v1/manage/create-campaign', { body: { name: '' }, headers })
  assert.deepEqual([many.status, other.status], [400, 400])
})

test('the same holds for agents', async () => {
  const ask = (name: string, given: object) =>
    app.call<{ result: { isError?: boolean; content: { text: string }[] } }>('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      headers: { accept: 'application/json, text/event-stream' },
    })
  for (const [name, given] of [
    ['who_am_i', fields(501)],
    ['use_operation', { name: 'list_media', input: fields(501) }],
    ['use_operation', { operation: 'list_media', input: fields(501) }],
    ['plan_launch', { ads: [{ adName: 'a', ...fields(501) }] }],
  ] as const) {
    const { result } = (await ask(name, given)).body
    assert.equal(result.isError, true, name)
  }
  const answer = (await ask('who_am_i', fields(501))).body.result
  assert.match(answer.content[0]!.text, /more than 500 fields that nobody reads/)
})

test('an object of more than 10,000 fields is refused wherever it stands, also where anything may be in it', async () => {
  const { status, body } = await app.call<Refusal>('POST', '/v1/manage/create-adset', {
    body: { name: 'x', targeting: fields(10_001) },
  })
  assert.equal(status, 400)
  assert.match(body.error.message, /more than 10,000 fields/)
})

test('a launch with a great many faults of form is 400 or told fault by fault, never a failure of ours', async () => {
  const wrong = Array.from({ length: 10_000 }, () => 1)
  const names = ['primaryTexts', 'headlines', 'descriptions', 'tags', 'labels', 'urlTags', 'media', 'adSets']
  const ad = Object.fromEntries([...names, 'hashtags', 'countries', 'links', 'cards'].map((name) => [name, wrong]))
  const { status } = await app.call('POST', '/v1/launch', { body: { ads: [{ adName: 'x', ...ad }] } })
  assert.equal(status, 400)
})
