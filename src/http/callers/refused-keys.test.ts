import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { createApiKey, makeApiKey } from '../../core/people/keys.ts'
import { startTestApp } from '../../../test/support/harness.ts'
import { createRefusedKeys, maxFreeRefusals } from './refused-keys.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const asked = (key: string) => app.call<{ message: string }>('GET', '/v1/user', { key })

test('a key that is unknown is 401, also long after its address has to wait', async () => {
  for (let n = 0; n < maxFreeRefusals + 5; n++) assert.equal((await asked(makeApiKey())).status, 401)
})

test('a flood of unknown keys is told to come back, and a good key from the same address is not hurt', async () => {
  const { db } = app.app.services
  const { id: companyId } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const { key } = await createApiKey(db, { companyId, name: 'Never used before', scopes: ['read'] })
  const flood = Array.from({ length: 400 }, () => asked(makeApiKey()))
  const good = await Promise.all([asked(key), asked(app.key)])
  assert.deepEqual(
    good.map(({ status }) => status),
    [200, 200],
  )
  const replies = await Promise.all(flood)
  assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [401, 429])
  const late = replies.find(({ status }) => status === 429)!
  assert.match(late.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.match(late.body.message, /too many unknown keys/)
})

test('the log says how many keys were refused, in one line', async () => {
  const lines: string[] = []
  const log = pino(new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }))
  const refused = createRefusedKeys(log)
  await Promise.all(Array.from({ length: 30 }, (_, n) => refused.wait(n % 3 ? '10.0.0.1' : '10.0.0.2')))
  assert.deepEqual(lines, [])
  refused.close()
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.equal(said.length, 1)
  assert.deepEqual([said[0]!.refused, said[0]!.most], [30, { '10.0.0.1': 20, '10.0.0.2': 10 }])
})
