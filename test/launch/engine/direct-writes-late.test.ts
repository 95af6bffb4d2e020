import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { makeForCaller } from '../../../src/core/writes/caller-write.ts'
import type { CallerWrite } from '../../../src/core/writes/caller-write.ts'
import { PlatformError } from '../../../src/errors.ts'
import type { FailureKind } from '../../../src/errors.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const { db } = app.app.services
const life = { requestLifeMs: 60_000, readLagMs: 60_000 }
const demo = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const lane = { db, companyId: demo.id, platform: 'primary', accountId: 'act_late', life }

const failure = (kind: FailureKind, code: number) =>
  new PlatformError({ platform: 'primary', kind, code, message: 'No.' })

function writeOf(key: string, parts: Partial<CallerWrite>): CallerWrite {
  return {
    ...{ kind: 'create', key, asks: {} },
    send: () => Promise.reject(failure('unknown', 500)),
    readBack: { kind: 'find', find: () => Promise.resolve('absent') },
    ...parts,
  }
}

async function stateOf(key: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`SELECT state FROM journal WHERE key = ${key}`.execute(db)
  return rows[0]!.state
}

test('a write that was answered with 5xx is not sent again before reads surely show what it made', async () => {
  let sent = 0
  const write = writeOf('badly answered', {
    send() {
      sent += 1
      return Promise.reject(failure('unknown', 500))
    },
  })
  await assert.rejects(makeForCaller(lane, write), (error: PlatformError) => error.kind === 'unknown')
  await assert.rejects(makeForCaller(lane, write), { code: 'conflict' })
  assert.equal(sent, 1)
  assert.equal(await stateOf('badly answered'), 'open')
})

test('a look that fails is not told as the failure of the write', async () => {
  const find = () => Promise.reject(failure('auth', 401))
  const write = writeOf('unlooked', { readBack: { kind: 'find', find } })
  await assert.rejects(makeForCaller(lane, write), (error: PlatformError) => error.kind === 'unknown')
})

test('a process that was frozen does not close what another has taken up meanwhile', async () => {
  const write = writeOf('taken up', {
    async send() {
      await sql`UPDATE journal SET attempt = attempt + 1 WHERE key = 'taken up'`.execute(db)
      throw failure('rejected', 400)
    },
  })
  await assert.rejects(makeForCaller(lane, write), { code: 'conflict' })
  assert.equal(await stateOf('taken up'), 'open')
})

test('an answer to any attempt at a write that sets a value closes it, also while another attempt is under way', async () => {
  const write = writeOf('set twice', {
    readBack: { kind: 'repeatable', because: 'it sets the same value again' },
    async send() {
      await sql`UPDATE journal SET attempt = attempt + 1 WHERE key = 'set twice'`.execute(db)
      return { id: 'campaign-1' }
    },
  })
  assert.deepEqual(await makeForCaller(lane, write), { id: 'campaign-1' })
  assert.equal(await stateOf('set twice'), 'done')
})

test('an answer to an earlier attempt does not close what was asked for meanwhile with the same key', async () => {
  const write = writeOf('asked otherwise', {
    readBack: { kind: 'repeatable', because: 'it sets the same value again' },
    async send() {
      await sql`UPDATE journal SET attempt = attempt + 1, digest = '\\x00' WHERE key = 'asked otherwise'`.execute(db)
      return { id: 'campaign-1' }
    },
  })
  await makeForCaller(lane, write)
  assert.equal(await stateOf('asked otherwise'), 'open')
})
