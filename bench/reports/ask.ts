import assert from 'node:assert/strict'
import { Pool } from 'undici'

export type Asker = (path: string) => Promise<object[]>

/** Calls over one connection that stays open, as a client in production does. */
export function readsOf(url: string, key: string): Asker {
  const pool = new Pool(url, { connections: 1, headersTimeout: 0, bodyTimeout: 0 })
  return async (path) => {
    const answer = await pool.request({ path, method: 'GET', headers: { authorization: `Bearer ${key}` } })
    const body = (await answer.body.json()) as { data: object[] }
    if (answer.statusCode !== 200 || body.data.length !== 50) throw new Error(JSON.stringify(body).slice(0, 500))
    return body.data
  }
}

/** Both in turns, after a few rounds that nobody counts; the median of each in milliseconds. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<object[]>,
  theirs: () => Promise<object[]>,
  warmUp = Math.min(rounds, 20),
): Promise<{ ours: number; theirs: number }> {
  const byHand = (await theirs()).map((row) => ({ ...row, total: undefined }))
  const asked = (await ours()).map((row) => ({ ...row, total: undefined }))
  // Whoever answers something else has no business in a comparison.
  assert.deepEqual(asked, byHand)
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -warmUp; round < rounds; round++) {
    const turn = { ours: await timed(ours), theirs: await timed(theirs) }
    if (round < 0) continue
    times.ours.push(turn.ours)
    times.theirs.push(turn.theirs)
  }
  return { ours: median(times.ours), theirs: median(times.theirs) }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!
}
