import { test } from 'node:test'
import fc from 'fast-check'
import { askBothWays, liveWithSums, questions } from '../support/reports/sums.ts'
import { startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const histories = 10
const questionsOfEach = 1_000

test(`${histories * questionsOfEach} questions are answered from sums as from days`, async () => {
  for (let seed = 1; seed <= histories; seed++) {
    const accounts = await liveWithSums(sync, seed)
    await fc.assert(
      fc.asyncProperty(questions, async ({ accounts: chosen, ...asked }) => {
        const about = chosen.map((place) => accounts[place]!)
        await askBothWays(sync.fixture.pool, about, asked)
      }),
      { numRuns: questionsOfEach },
    )
  }
})
