import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '../../../test/support/harness.ts'
import { PlatformError } from '../../errors.ts'
import type { CopyWrite } from '../../platforms/contract/duplicate.ts'
import type { StepResult } from '../../platforms/contract/launch.ts'
import { copyWriter } from './copy-writer.ts'

const app = await startTestApp()
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const lane = {
  db,
  companyId: company.id,
  platform: 'primary',
  accountId: 'act_7',
  life: { requestLifeMs: 60_000, readLagMs: 0 },
}

const writerOf = (sourceId: string, operationKey: string, number = 1) =>
  copyWriter({ lane, sourceId, operationKey, shared: new Map() }, number, { count: 0 })

const lost = () => Promise.reject(new PlatformError({ platform: 'primary', kind: 'unknown', message: 'No answer.' }))

function write(send: CopyWrite['send'], candidates: string[]): CopyWrite {
  const readBack = { kind: 'among' as const, candidates: () => Promise.resolve(candidates.map((id) => ({ id }))) }
  return { name: 'copy', asks: {}, send, readBack }
}

test('a copy that belongs to an earlier call is not taken for the lost one', async () => {
  await writerOf('1', 'first')(write(() => Promise.resolve({ id: 'a' }), []))
  await writerOf('1', 'second', 2)(write(() => Promise.resolve({ id: 'b' }), []))
  // Calls may be repeated for longer than a day (RETENTION_IDEMPOTENCY_HOURS).
  await sql`UPDATE journal SET first_intent_at = now() - interval '29 days' WHERE account_id = 'act_7'`.execute(db)
  const found = await writerOf('1', 'second')(write(lost, ['a', 'b', 'c']))
  assert.equal(found.id, 'c')
})

test('while another call makes a copy with the same number, nobody guesses whose is whose', async () => {
  let answer: (result: { id: string }) => void = () => undefined
  let sent: () => void = () => undefined
  const isSent = new Promise<void>((resolve) => (sent = resolve))
  const rival = writerOf(
    '2',
    'rival',
  )(
    write(() => {
      sent()
      return new Promise((resolve) => (answer = resolve))
    }, []),
  )
  await isSent
  await assert.rejects(writerOf('2', 'mine')(write(lost, ['x'])), PlatformError)
  answer({ id: 'x' })
  assert.equal((await rival).id, 'x')
  const again = () => writerOf('2', 'mine')(write(() => Promise.resolve({ id: 'y' }), ['x']))
  // The lost one may still arrive.
  await assert.rejects(again(), { code: 'conflict' })
  await sql`UPDATE journal SET certain_after = clock_timestamp() WHERE state = 'open' AND account_id = 'act_7'`.execute(
    db,
  )
  assert.equal((await again()).id, 'y', 'x is taken, so the copy is made')
})

test('of two copies of one call that look alike, one whose answer was lost does not take what the other made', async () => {
  const answer = Promise.withResolvers<StepResult>()
  const sent = Promise.withResolvers<void>()
  const second = writerOf(
    '4',
    'call',
    2,
  )(
    write(() => {
      sent.resolve()
      return answer.promise
    }, []),
  )
  await sent.promise
  // The second one's copy is there, and its answer on the way.
  await assert.rejects(writerOf('4', 'call')(write(lost, ['x'])), PlatformError)
  answer.resolve({ id: 'x' })
  assert.equal((await second).id, 'x')
  await sql`UPDATE journal SET certain_after = clock_timestamp() WHERE state = 'open' AND account_id = 'act_7'`.execute(
    db,
  )
  assert.equal((await writerOf('4', 'call')(write(() => Promise.resolve({ id: 'y' }), ['x']))).id, 'y')
})

test('two copies that look alike and whose answers were lost never take the same one', async () => {
  for (const number of [1, 2])
    await assert.rejects(writerOf('5', 'call', number)(write(() => Promise.reject(new Error('killed')), [])), /killed/)
  await sql`UPDATE journal SET certain_after = clock_timestamp() WHERE state = 'open' AND account_id = 'act_7'`.execute(
    db,
  )
  let seen = 0
  const both = Promise.withResolvers<void>()
  const alike: CopyWrite = {
    name: 'copy',
    asks: {},
    send: () => Promise.resolve({ id: 'sent' }),
    readBack: {
      kind: 'among',
      async candidates() {
        // Both have seen the same free copy before either of them takes it.
        if (++seen === 2) both.resolve()
        await both.promise
        return [{ id: 'only' }]
      },
    },
  }
  const made = await Promise.all([1, 2].map((number) => writerOf('5', 'call', number)(alike)))
  assert.deepEqual(made.map(({ id }) => id).sort(), ['only', 'sent'])
})

test('what is shared by the copies of a call is made once', async () => {
  const shared = new Map<string, Promise<StepResult>>()
  let made = 0
  const creative = { ...write(() => Promise.resolve({ id: String(++made) }), []), isShared: true }
  const writers = [1, 2, 3].map((number) =>
    copyWriter({ lane, sourceId: '3', operationKey: 'k', shared }, number, { count: 0 }),
  )
  const results = await Promise.all(writers.map((writer) => writer(creative)))
  assert.deepEqual(
    results.map(({ id }) => id),
    ['1', '1', '1'],
  )
})
