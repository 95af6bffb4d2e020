import assert from 'node:assert/strict'
import { addDays, localTime } from '../../../sandbox/core/figures/account-days.ts'
import type { GraphAnswer, GraphClient } from './primary.ts'

export type Row = Record<string, string> & { actions?: { action_type: string; value: string }[] }

export async function report(client: GraphClient, node: string, params: Record<string, unknown>): Promise<Row[]> {
  const answer = await reportAnswer(client, node, { limit: 5000, ...params })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data as Row[]
}

export function reportAnswer(client: GraphClient, node: string, params: Record<string, unknown>): Promise<GraphAnswer> {
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  return client.get(`${node}/insights?${query.toString()}`)
}

/** Sums in hundredths, so that nothing is lost on the way. */
export function sumOf(rows: Row[], field: string): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(row[field] ?? 0) * 100), 0)
}

export function daysAgo(days: number, timezone = 'America/New_York'): string {
  return addDays(localTime(Date.now(), timezone).day, -days)
}
