import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { takeLane } from '../../src/core/journal/lane/lanes.ts'
import { OutcomeUnknown } from '../../src/core/writes/caller-errors.ts'
import { makeForCaller } from '../../src/core/writes/caller-write.ts'
import type { CallerWrite } from '../../src/core/writes/caller-write.ts'
import { AppError, PlatformError, UnreadableMedia } from '../../src/errors.ts'
import type { FailureKind } from '../../src/errors.ts'
import type { Found, StepResult } from '../../src/platforms/contract/launch.ts'
import { startTestApp } from '../support/harness.ts'
import { bareItems } from '../support/launch/bare-items.ts'
import { bareRow, openOwnLane, runOwnStep } from '../support/launch/own-lane.ts'

/** Whoever makes a write, the owner of a lane or whoever works for a caller, the same becomes of it. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()

const failure = (kind: FailureKind, code?: number) =>
  new PlatformError({ platform: 'primary', kind, message: 'as the test wants it', code })
const found = (id: string): Found => ({ found: { id } })

interface Played {
  account: string
  send: () => Promise<StepResult>
  find?: () => Promise<Found>
  readLagMs?: number
}

const readBackOf = ({ find }: Played) =>
  find ? ({ kind: 'find', find } as const) : ({ kind: 'repeatable', because: 'a test' } as const)

async function inLane(played: Played): Promise<StepResult> {
  const { account, send, readLagMs = 0 } = played
  const name = { companyId: company.id, platform: 'primary', accountId: account }
  const [item] = await bareItems(db, name, 1)
  await sql`UPDATE lanes SET lease_until = '-infinity' WHERE account_id = ${account}`.execute(db)
  const lane = openOwnLane(app, (await takeLane(db, name, { name: 'test', life: null }))!, { readLagMs })
  await lane.journal.item(bareRow(item!)).begin()
  const step = {
    kind: 'ad',
    name: 'ad',
    key: account,
    asks: {},
    send,
    readBack: readBackOf(played),
  } as const
  return runOwnStep(lane, item!, step)
}

function forCaller(played: Played, own: Partial<CallerWrite> = {}): Promise<StepResult> {
  const { account, send, readLagMs = 0 } = played
  const life = { requestLifeMs: 60_000, readLagMs }
  const lane = { db, companyId: company.id, platform: 'primary', accountId: account, life }
  return makeForCaller(lane, { kind: 'test', key: account, asks: {}, send, readBack: readBackOf(played), ...own })
}

async function row(account: string) {
  const { rows } = await sql<{ state: string; attempt: number; lost: number; platform_id: string | null }>`
    SELECT state, attempt, lost, platform_id FROM journal WHERE account_id = ${account}`.execute(db)
  return rows[0]!
}

/** As if nothing of before could arrive any more, and every pause were over. */
const later = (account: string) =>
  sql`UPDATE journal SET certain_after = '-infinity', lost_at = '-infinity' WHERE account_id = ${account}`.execute(db)

const never = () => Promise.reject(new Error('must not be called'))
const makers = { lane: inLane, caller: forCaller }

const outcomes: [string, () => Promise<StepResult>, string][] = [
  ['is answered', () => Promise.resolve({ id: 'made' }), 'done'],
  ['is refused', () => Promise.reject(failure('rejected')), 'refused'],
  ['meets a token that opens nothing', () => Promise.reject(failure('auth')), 'refused'],
  ['meets a pause', () => Promise.reject(failure('throttled')), 'absent'],
  ['does not reach the platform', () => Promise.reject(failure('transient')), 'absent'],
  [
    'cannot read its file',
    () => Promise.reject(new UnreadableMedia('https://example.com/a.png', new Error())),
    'absent',
  ],
  ['fails by a mistake of ours', () => Promise.reject(new Error('ours')), 'open'],
]

for (const [who, make] of Object.entries(makers))
  for (const [what, send, state] of outcomes)
    test(`a write (${who}) that ${what} is ${state}`, async () => {
      const account = `${who} ${what}`
      const made = await make({ account, send, find: never }).catch((error: unknown) => error)
      assert.equal(made instanceof Error, state !== 'done', String(made))
      assert.deepEqual((await row(account)).state, state)
      if (state !== 'refused' && state !== 'absent') return
      // It does not exist: the next attempt is sent without a look.
      const again = await make({ account, send: () => Promise.resolve({ id: 'later' }), find: never })
      assert.deepEqual(
        [again, await row(account)],
        [{ id: 'later' }, { state: 'done', attempt: 2, lost: 0, platform_id: 'later' }],
      )
    })

for (const [who, make] of Object.entries(makers)) {
  test(`a write (${who}) that exists is answered again, and not sent`, async () => {
    const account = `${who} twice`
    await make({ account, send: () => Promise.resolve({ id: 'once' }), find: never })
    assert.deepEqual(await make({ account, send: never, find: never }), { id: 'once' })
    assert.equal((await row(account)).attempt, 1)
  })

  test(`a write (${who}) whose process died is looked for, and is adopted or waits; it is sent only when it can no longer come`, async () => {
    const account = `${who} died`
    const died = () => Promise.reject(new Error('killed'))
    await assert.rejects(make({ account, send: died, find: never }), /killed/)
    await assert.rejects(make({ account, send: never, find: () => Promise.resolve('absent') }))
    await assert.rejects(make({ account, send: never, find: () => Promise.resolve('unclear') }))
    assert.deepEqual([(await row(account)).state, (await row(account)).attempt], ['open', 1])
    assert.deepEqual(await make({ account, send: never, find: () => Promise.resolve(found('first')) }), { id: 'first' })
    const lost = `${account} for good`
    await assert.rejects(make({ account: lost, send: died, find: never }), /killed/)
    await later(lost)
    const absent = () => Promise.resolve('absent' as const)
    assert.deepEqual(await make({ account: lost, send: () => Promise.resolve({ id: 'second' }), find: absent }), {
      id: 'second',
    })
    assert.equal((await row(lost)).attempt, 2)
  })
}

test('a failure that the platform did answer is not taken for a proof before reads show what was written', async () => {
  const account = 'caller answered badly'
  let sent = 0
  const send = () => {
    sent += 1
    return Promise.reject(failure('unknown', 500))
  }
  const absent = () => Promise.resolve('absent' as const)
  await assert.rejects(forCaller({ account, send, find: absent, readLagMs: 60_000 }), OutcomeUnknown)
  assert.deepEqual([sent, (await row(account)).state], [1, 'open'])
  const early = await forCaller({ account, send: never, find: absent, readLagMs: 60_000 }).catch(
    (error: unknown) => error,
  )
  assert.ok(early instanceof AppError && early.code === 'conflict', String(early))
  // Where they show it at once, it is sent again by the same call.
  const quick = 'caller answered badly, at once'
  let tries = 0
  const second = () => (++tries === 1 ? Promise.reject(failure('unknown', 500)) : Promise.resolve({ id: 'second' }))
  assert.deepEqual(await forCaller({ account: quick, send: second, find: absent }), { id: 'second' })
  assert.deepEqual(await row(quick), { state: 'done', attempt: 2, lost: 1, platform_id: 'second' })
})

test('a look that fails is not told as the failure of the write', async () => {
  const account = 'caller cannot look'
  let looks = 0
  const find = () => {
    looks += 1
    return Promise.reject(failure('rejected'))
  }
  await assert.rejects(forCaller({ account, send: () => Promise.reject(failure('unknown')), find }), OutcomeUnknown)
  assert.deepEqual([looks, (await row(account)).state], [3, 'open'])
  const again = await forCaller({ account, send: never, find }).catch((error: unknown) => error)
  assert.ok(again instanceof PlatformError && again.kind === 'unknown', String(again))
  assert.deepEqual([looks, (await row(account)).state], [4, 'open'])
})

test('a write that sets a value and whose answers were all lost may have taken effect: it stays open, and a repeat goes on', async () => {
  const account = 'caller lost all'
  let sent = 0
  const send = () => {
    sent += 1
    return Promise.reject(failure('unknown'))
  }
  await assert.rejects(forCaller({ account, send }), PlatformError)
  assert.equal(sent, 4)
  assert.deepEqual(await row(account), { state: 'open', attempt: 4, lost: 4, platform_id: null })
  await later(account)
  assert.deepEqual(await forCaller({ account, send: () => Promise.resolve({ id: 'set' }) }), { id: 'set' })
  assert.deepEqual([(await row(account)).state, (await row(account)).attempt], ['done', 5])
})

const noes: [string, PlatformError][] = [
  ['refused', failure('rejected', 400)],
  ['not taken now', failure('throttled', 429)],
]
for (const [what, no] of noes)
  test(`a write that sets values, took effect in part and is ${what} when it is repeated is not told to be without effect`, async () => {
    const account = `caller half, ${what}`
    const set = { budget: 0, status: 'active' }
    const answers = [failure('unknown', 500), no]
    const send = () => {
      set.budget = 100
      return Promise.reject(answers.shift()!)
    }
    const reported = await forCaller({ account, send }).catch((error: unknown) => error)
    assert.ok(reported instanceof PlatformError, String(reported))
    assert.deepEqual([reported.kind, answers.length, (await row(account)).state], ['unknown', 0, 'open'])
    assert.match(reported.message, /as the test wants it .* may have taken effect, in whole or in part/)
    // Only an answer says that all of it is so.
    const whole = () => {
      set.status = 'paused'
      return Promise.resolve({ id: 'set' })
    }
    await later(account)
    assert.deepEqual(await forCaller({ account, send: whole }), { id: 'set' })
    assert.deepEqual([set, (await row(account)).state], [{ budget: 100, status: 'paused' }, 'done'])
  })

const lateEnds: [string, () => Promise<StepResult>][] = [
  ['refused', () => Promise.reject(failure('rejected'))],
  ['badly answered', () => Promise.reject(failure('unknown', 500))],
  ['unsent', () => Promise.reject(failure('transient'))],
]
for (const [what, end] of lateEnds)
  test(`an attempt that is ${what} after another has begun says nothing about that one`, async () => {
    const account = `caller frozen, ${what}`
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<StepResult>()]
    const left = Promise.withResolvers<void>()
    const absent = () => Promise.resolve('absent' as const)
    const frozen = forCaller({
      account,
      find: absent,
      async send() {
        left.resolve()
        await first.promise
        return end()
      },
    })
    await left.promise
    await later(account)
    const begun = Promise.withResolvers<void>()
    const next = forCaller({
      account,
      find: absent,
      send() {
        begun.resolve()
        return second.promise
      },
    })
    await begun.promise
    const before = await sql`SELECT * FROM journal WHERE account_id = ${account}`.execute(db)
    first.resolve()
    await assert.rejects(frozen)
    const after = await sql`SELECT * FROM journal WHERE account_id = ${account}`.execute(db)
    assert.deepEqual(after.rows, before.rows)
    second.resolve({ id: 'second' })
    assert.deepEqual(await next, { id: 'second' })
    assert.equal((await row(account)).platform_id, 'second')
  })

test('an answer that comes after its write was called absent is written down, as long as nobody sent it again', async () => {
  const account = 'caller after all'
  const left = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<StepResult>()
  const frozen = forCaller({
    account,
    find: never,
    send() {
      left.resolve()
      return answer.promise
    },
  })
  await left.promise
  await sql`UPDATE journal SET state = 'absent' WHERE account_id = ${account}`.execute(db)
  answer.resolve({ id: 'after all' })
  assert.deepEqual(await frozen, { id: 'after all' })
  assert.deepEqual(await row(account), { state: 'done', attempt: 1, lost: 0, platform_id: 'after all' })
})

test('of two calls with one key that find nothing at the same time, one sends', async () => {
  const account = 'caller rivals'
  await assert.rejects(forCaller({ account, send: () => Promise.reject(new Error('killed')), find: never }), /killed/)
  await later(account)
  let looking = 0
  let sent = 0
  const both = Promise.withResolvers<void>()
  const rival = () =>
    forCaller({
      account,
      async find() {
        if (++looking === 2) both.resolve()
        await both.promise
        return 'absent'
      },
      send() {
        sent += 1
        return Promise.resolve({ id: `sent ${sent}` })
      },
    }).catch((error: unknown) => error)
  const ends = await Promise.all([rival(), rival()])
  assert.equal(sent, 1)
  assert.equal((await row(account)).platform_id, 'sent 1')
  for (const end of ends) assert.ok(end instanceof AppError || (end as StepResult).id === 'sent 1', String(end))
})

test('a key that was used for something else is refused, and what it was used for is not sent again', async () => {
  const account = 'caller other'
  await forCaller({ account, send: () => Promise.resolve({ id: 'first' }), find: never }, { asks: { name: 'one' } })
  const other = forCaller({ account, send: never, find: never }, { asks: { name: 'two' } })
  await assert.rejects(other, (error) => error instanceof AppError && error.code === 'unprocessable_entity')
})
