import assert from 'node:assert/strict'
import type { TestApp } from '../harness.ts'

export interface ShownEnd {
  id: number
  entityId: string
  state: string
  endTime: string
  problem: string | null
  nextTryAt: string | null
}

export interface SetEnd {
  entityType: 'ad' | 'adset' | 'campaign'
  entityId: string
  accountId: string
  endTime?: string
  newStatus?: string
}

export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

/** Sets an end, or a status, and answers what became of it. */
export async function setEnd(app: TestApp, body: SetEnd, key = app.key): Promise<Record<string, unknown>> {
  const reply = await app.call<{ results: Record<string, unknown>[] }>('POST', '/v1/manage/update-status', {
    body,
    key,
  })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.results[0]!
}

export async function endsOf(app: TestApp, accountId: string, key = app.key): Promise<ShownEnd[]> {
  const reply = await app.call<{ data: ShownEnd[] }>('GET', `/v1/ends?accountId=${accountId}`, { key })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.data
}

export async function eventsOf(app: TestApp, type: string, key = app.key): Promise<Record<string, unknown>[]> {
  const { body } = await app.call<{ data: { data: Record<string, unknown> }[] }>('GET', `/v1/events?type=${type}`, {
    key,
  })
  return body.data.map(({ data }) => data)
}

/** One row of a list. */
export async function statusIn(app: TestApp, list: string, id: string): Promise<Record<string, unknown>> {
  const { body } = await app.call<{ data: Record<string, unknown>[] }>('GET', list)
  const row = body.data.find((each) => each.id === id)
  assert.ok(row, `${id} is not in ${list}`)
  return row
}

/** Copies of an ad, all of them switched on. */
export async function copiesOf(
  app: TestApp,
  { adId, accountId, count }: { adId: string; accountId: string; count: number },
): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) {
    const body = { adId, accountId, copyCount: Math.min(5, count - made.length), initialStatus: 'ACTIVE' }
    const reply = await app.call<{ results: { newAdId: string }[] }>('POST', '/v1/manage/duplicate-ad', { body })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    made.push(...reply.body.results.map(({ newAdId }) => newAdId))
  }
  return made
}
