import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api/index.ts'
import { effectOf } from '../../src/call/operation.ts'
import type { Operation } from '../../src/call/operation.ts'
import { recordEvent } from '../../src/core/events/record.ts'
import { requestFor } from '../support/examples.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import { signedIn } from '../support/people/browser.ts'
import { everythingElsewhere, mark } from '../support/people/elsewhere.ts'

/** Somebody of one workspace asks for everything, and everything but one account is in another. */
const app = await startTestApp()
const elsewhere = await everythingElsewhere(app)
const insider = await signedIn(app, 'admin', [elsewhere.own.workspace])
const made = await insider.call('POST', '/v1/keys', {
  body: { name: 'Theirs', scopes: ['read', 'launch', 'manage', 'admin'] },
})
const key = String(made.body.key)

/** Streams never end by themselves, and are looked at apart. */
const streams = ['follow_batch']
const isReading = (operation: Operation) =>
  effectOf(operation, { ...operation.example, dryRun: true }) === 'reads' || operation.effect === 'reads'
const asked = operations.filter(({ scope, name }) => scope !== null && !streams.includes(name))
const reading = asked.filter(isReading)

/** Every third account, another third for the next operation: whose an account is, is asked by one piece for all operations. */
const accountsFor = (operation: Operation) =>
  elsewhere.accounts.filter((_account, at) => at % 3 === reading.indexOf(operation) % 3)

/** The inputs with which an operation is asked: its example, and the same for accounts elsewhere. */
function inputsFor(operation: Operation): object[] {
  const { input, example, effect } = operation
  const dry = typeof effect === 'function' ? { dryRun: true } : {}
  const first = { ...sampleOf, ...example, ...dry }
  const known = Object.fromEntries(Object.entries(first).filter(([field]) => field in input.shape))
  if (!('accountId' in input.shape)) return [known]
  const { accountId: _left, ...without } = known as { accountId?: string }
  return [known, without, ...accountsFor(operation).map(({ id }) => ({ ...known, accountId: id }))]
}

/** Ids of what is elsewhere, for what has no example of its own. */
const sampleOf = { adId: elsewhere.batch.adId, adIds: [elsewhere.batch.adId] }

function leaks(text: string, sent: string): string[] {
  return elsewhere.secrets.filter((secret) => text.includes(secret) && !sent.includes(secret))
}

const faces = {
  session: (method: string, path: string, body?: unknown) => insider.call(method, path, { body }),
  key: (method: string, path: string, body?: unknown) => app.call(method, path, { body, key }),
}

/** Both, by turns for the accounts elsewhere: which of them is named is the same to a key and to a session. */
function facesFor(index: number): [string, (typeof faces)['key']][] {
  const all = Object.entries(faces)
  return index < 2 ? all : all.filter((_face, at) => at === index % 2)
}

test('there is much to be found elsewhere', async () => {
  assert.ok(elsewhere.secrets.length > 40, String(elsewhere.secrets.length))
  assert.ok(reading.length > 80, String(reading.length))
  const { body } = await elsewhere.owner.call('GET', '/v1/batches')
  assert.notDeepEqual(leaks(JSON.stringify(body), ''), [])
})

for (const operation of reading) {
  test(`${operation.name} tells a person of one workspace nothing of another`, async () => {
    for (const [index, input] of inputsFor(operation).entries()) {
      for (const [face, call] of facesFor(index)) {
        const { method, path, body } = await requestFor(app, operation, input)
        const reply = await call(method, path, body)
        const text = `${JSON.stringify(reply.body)} ${JSON.stringify([...reply.headers])}`
        assert.ok(reply.status < 500 || reply.status === 501, `${face} ${method} ${path}: ${reply.status} ${text}`)
        const found = leaks(text, JSON.stringify(input))
        assert.deepEqual(found, [], `${face} ${method} ${path}: ${reply.status} ${text.slice(0, 1500)}`)
      }
    }
  })
}

test('agents with their key are told nothing of it either', async () => {
  const agent = await connect(app, 'modern', key)
  const { tools } = await agent.client.listTools()
  for (const operation of reading.filter(({ forPeople, effect }) => !forPeople && effect === 'reads')) {
    const input = inputsFor(operation)[0] as Record<string, unknown>
    const isTool = tools.some(({ name }) => name === operation.name)
    const { text, value } = isTool
      ? await agent.call(operation.name, input)
      : await agent.call('use_operation', { operation: operation.name, input })
    const found = leaks(`${text} ${JSON.stringify(value)}`, JSON.stringify(input))
    assert.deepEqual(found, [], `${operation.name}: ${text.slice(0, 1500)}`)
  }
})

/** Reads a stream until it tells of this version. */
async function reportedUntil(chunks: AsyncIterator<Uint8Array>, version: string): Promise<string> {
  let text = ''
  while (!text.includes(`"${version}"`)) {
    const next = await chunks.next()
    if (next.done) return text
    text += Buffer.from(next.value).toString()
  }
  return text
}

test('streams tell nothing of it, also beside somebody who sees it all', async () => {
  const { db } = app.app.services
  const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  const open = async (cookie: string) => {
    const reply = await fetch(`${app.url}/v1/events`, { headers: { cookie, accept: 'text/event-stream' } })
    assert.equal(reply.status, 200)
    return (reply.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  }
  const streams = { theirs: await open(insider.cookie()!), whole: await open(elsewhere.owner.cookie()!) }
  const ending = (version: string) => {
    const data = { platform: 'primary', version, endsOn: '2027-01-01' }
    return recordEvent(db, company, { type: 'platform.version_ending', data })
  }
  // After the first both have come as far, and ask for the same.
  await ending('v1')
  const first = await reportedUntil(streams.theirs, 'v1')
  await reportedUntil(streams.whole, 'v1')
  await db.transaction().execute(async (trx) => {
    await recordEvent(trx, company, { type: 'key.revoked', data: { keyId: 1, name: mark } })
  })
  await ending('v2')
  const [second, all] = await Promise.all([reportedUntil(streams.theirs, 'v2'), reportedUntil(streams.whole, 'v2')])
  assert.deepEqual(leaks(first + second, ''), [])
  assert.ok(all.includes(mark))
  const batch = await insider.call('GET', `/v1/batches/${elsewhere.batch.id}/events`)
  assert.equal(batch.status, 404)
  await Promise.all([streams.theirs.return?.(), streams.whole.return?.()])
})
