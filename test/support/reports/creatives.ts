import assert from 'node:assert/strict'
import { addDays, todayIn } from '../../../src/days.ts'
import { askUntil } from '../ask-until.ts'
import type { TestApp } from '../harness.ts'

interface ShownPost {
  id: string
  shows: string
}

/** The posts that the ads of an account showed lately, those that spent most first. */
export async function postsOf(app: TestApp, accountId: string): Promise<ShownPost[]> {
  const range = { startDate: addDays(todayIn('UTC'), -5), endDate: todayIn('UTC') }
  const query = new URLSearchParams({ ...range, accountIds: accountId, groupBy: 'post', limit: '20' })
  // Where others keep the machine busy, the first answer may come before the figures were read.
  return askUntil(async () => {
    const { status, body } = await app.call<{ data: ShownPost[] }>('GET', `/v1/creatives?${query.toString()}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.length > 0 ? body.data : null
  })
}
