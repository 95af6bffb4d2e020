import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Stage } from '../browser/stage.ts'

/** An account of the sandbox with ads that spend. */
export const account = 'act_566148315000001'
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
export const address = (more: Record<string, string> = {}) =>
  `/running?${new URLSearchParams({ accounts: account, window: 'last_7_days', ...more }).toString()}`

export interface Row {
  id: string
  name: string
  state: string
  figures: Record<string, number | null>
}
interface List {
  data: Row[]
  totals: { currency: string; count: number; figures: Record<string, number | null> }[]
}

/** What the service answers, once it has read the days that are asked about. */
export async function listed({ app }: Stage, more: Record<string, string> = {}): Promise<List> {
  const days = { accountIds: account, startDate: dayAgo(15), endDate: dayAgo(0) }
  await app.call('GET', `/v1/reports/query?${new URLSearchParams(days).toString()}`)
  const query = new URLSearchParams({ accountIds: account, window: 'last_7_days', level: 'ad', limit: '200', ...more })
  const { status, body } = await app.call<List>('GET', `/v1/entities?${query.toString()}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export const rowOf = (page: Page, { id }: Row) => page.locator(`tr[data-row="${id}"]`)
