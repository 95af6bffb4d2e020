import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()

interface Status {
  guard: { id: number; accountId: string | null; platform: string | null }
  day: { cap: number; isReached: boolean; left: number | 'unknown' } | null
  month: object | null
}

const preview = (guard: object) =>
  app.call<Status & { error: { code: string; details: { issues: { path: string }[] } } }>(
    'POST',
    '/v1/spend-guards/preview',
    { body: { guard } },
  )

test('a guard that is not set tells how it would stand today, and is not kept', async () => {
  const tight = await preview({ accountId: demo.account, dailyCap: 1, currency: 'USD', mode: 'refuse' })
  assert.equal(tight.status, 200, JSON.stringify(tight.body))
  assert.deepEqual([tight.body.guard.id, tight.body.guard.platform], [0, 'primary'])
  assert.deepEqual([tight.body.day?.isReached, tight.body.day?.left, tight.body.month], [true, 0, null])
  const wide = await preview({ dailyCap: 1_000_000, currency: 'USD', mode: 'ask' })
  assert.equal(wide.body.day?.isReached, false)
  assert.deepEqual((await app.call<{ guards: [] }>('GET', '/v1/spend-guards')).body.guards, [])
})

test('what could not be set cannot be previewed', async () => {
  for (const [guard, status, path] of [
    [{ currency: 'USD', mode: 'refuse' }, 400, 'guard.dailyCap'],
    [{ dailyCap: 1, currency: 'USD', mode: 'refuse', platform: 'nowhere' }, 400, 'guard.platform'],
  ] as const) {
    const { status: found, body } = await preview(guard)
    assert.deepEqual([found, body.error.details.issues[0]?.path], [status, path], JSON.stringify(body))
  }
  const unknown = await preview({ dailyCap: 1, currency: 'USD', mode: 'refuse', accountId: 'act_1' })
  assert.equal(unknown.status, 404)
})
