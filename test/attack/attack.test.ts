import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { attackAll, attacks } from './attacks.ts'
import { setStage } from './stage.ts'

/** The short half of `npm run attack`: everything but what takes minutes, and nothing is measured. */
const stage = await setStage()
after(() => stage.close())

for (const attack of attacks.filter(({ long }) => !long)) {
  test(`nothing is gained and nobody is hurt when ${attack.about}`, async () => {
    const tried = await attackAll(stage, [attack])
    assert.ok(tried.length > 0, 'something was tried')
    assert.deepEqual(
      tried.filter(({ held }) => !held),
      [],
    )
  })
}
