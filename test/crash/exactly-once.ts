import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { statusOf, tally } from './batch.ts'
import type { Scenario } from './scenarios.ts'
import { setStage } from './stage.ts'

/** A test of each of these. */
export async function testExactlyOnce(scenarios: Scenario[]): Promise<void> {
  const stage = await setStage()
  after(() => stage.close())
  for (const [index, scenario] of scenarios.entries()) {
    test(`every ad exists exactly once after ${scenario.name}`, async () => {
      await stage.newCompany()
      const name = `Short ${index}`
      const { batchId } = await scenario.run(stage, name)
      const api = await stage.start('serve')
      const status = (await statusOf(stage, batchId))!
      await api.kill()
      assert.deepEqual(await tally(stage, name, status), {
        asked: 12,
        found: 12,
        doubled: 0,
        lost: 0,
        reportedFailed: 0,
      })
    })
  }
}
