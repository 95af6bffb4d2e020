import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openJournal } from '../../../src/core/journal/open.ts'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import { Halted } from '../../../src/core/launch/engine/lane.ts'
import { PlatformError } from '../../../src/errors.ts'
import type { Step, StepResult } from '../../../src/platforms/contract/launch.ts'
import { createPulse } from '../../../src/probes/pulse.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'
import { openOwnLane, runOwnStep } from '../../support/launch/own-lane.ts'
import { askUntil } from '../../support/ask-until.ts'

/** Two creatives of one account on a platform that takes one call at a time. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
const name = { companyId: company.id, platform: 'primary', accountId: 'act_1' }
const item = (await bareItems(db, name, 1))[0]!
const lease = (await takeLane(db, name, { name: 'test', life: null }))!
const journal = openJournal(db, createPulse())

function creative(key: string, send: () => Promise<StepResult>): Step {
  return {
    kind: 'creative',
    name: 'creative',
    key,
    asks: key,
    send,
    readBack: { kind: 'repeatable', because: 'a test' },
  }
}

async function stateOf(key: string): Promise<string | undefined> {
  const row = await db.selectFrom('journal').select('state').where('key', '=', key).executeTakeFirst()
  return row?.state
}

async function until(key: string, state: string): Promise<void> {
  await askUntil(async () => (await stateOf(key)) === state || null)
}

test('an intent for which there is no place for its call in time is taken back, and made again when there is one', async () => {
  const lane = openOwnLane(app, lease)
  const answer = Promise.withResolvers<StepResult>()
  const sent: string[] = []
  const first = runOwnStep(
    lane,
    item,
    creative('first', () => (sent.push('first'), answer.promise)),
  )
  await until('first', 'open')
  const second = runOwnStep(
    lane,
    item,
    creative('second', async () => (sent.push('second'), { id: '2' })),
  )
  await until('second', 'open')
  await until('second', 'absent')
  assert.deepEqual(sent, ['first'])
  answer.resolve({ id: '1' })
  assert.deepEqual(await Promise.all([first, second]), [{ id: '1' }, { id: '2' }])
  // Written down with the item's next intent at the latest.
  for (const key of ['first', 'second']) await until(key, 'done')
  assert.deepEqual(sent, ['first', 'second'])
})

test('an answer that holds for the whole account stops what was about to be sent', async () => {
  const lane = openOwnLane(app, lease)
  const answer = Promise.withResolvers<StepResult>()
  const first = runOwnStep(
    lane,
    item,
    creative('refused', () => answer.promise),
  )
  await until('refused', 'open')
  const second = runOwnStep(
    lane,
    item,
    creative('about to', () => Promise.reject(new Error('was sent'))),
  )
  await until('about to', 'open')
  answer.reject(new PlatformError({ platform: 'primary', kind: 'auth', message: 'This token opens nothing.' }))
  const [reported, halted] = await Promise.allSettled([first, second])
  assert.ok(reported.status === 'rejected' && reported.reason instanceof PlatformError)
  assert.ok(halted.status === 'rejected' && halted.reason instanceof Halted)
  assert.equal(await stateOf('about to'), 'absent')
})

test('what cannot be written down for one ad keeps no other from being', async () => {
  const intent = (key: string) =>
    journal.intend({ lease, item, lifeMs: 1_000, step: creative(key, () => Promise.reject(new Error())) })
  const [bad, good] = await Promise.allSettled([intent('no \u0000 text'), intent('text')])
  assert.ok(bad.status === 'rejected' && /invalid byte sequence/.test(String(bad.reason)))
  assert.ok(good.status === 'fulfilled' && good.value.state === 'may-send')
})
