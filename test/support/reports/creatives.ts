import assert from 'node:assert/strict'
import { addDays, todayIn } from '../../../src/days.ts'
import type { TestApp } from '../harness.ts'

interface ShownPost {
  id: string
  shows: string
}

/** The posts that the ads of an account showed lately, those that spent most first. */
export async function postsOf(app: TestApp, accountId: string): Promise<ShownPost[]> {
  const range = { startDate: addDays(todayIn('UTC'), -5), endDate: todayIn('UTC') }
  const query = new URLSearchParams({ ...range, accountIds: accountId, groupBy: 'post', limit: '20' })
  const { status, body } = await app.call<{ data: ShownPost[] }>('GET', `/v1/creatives?${query.toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.ok(body.data.length > 0, `the ads of ${accountId} show no posts`)
  return body.data
}
