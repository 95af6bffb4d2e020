import { test } from 'node:test'
import fc from 'fast-check'
import { askBothWays, liveWithSums, questions } from '../support/reports/sums.ts'
import { startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const questionsOfEach = 1_000

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
  test(`${questionsOfEach} questions about history ${seed} are answered from sums as from days`, async () => {
    const accounts = await liveWithSums(sync, seed)
    await fc.assert(
      fc.asyncProperty(questions, async ({ accounts: chosen, ...asked }) => {
        const about = chosen.map((place) => accounts[place]!)
        await askBothWays(sync.fixture.pool, about, asked)
      }),
      { numRuns: questionsOfEach },
    )
  })
}
