import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'
import type { Era } from '../support/mcp/client.ts'
import { launchThree } from '../support/mcp/launch-three.ts'

const app = await startTestApp()

for (const era of ['modern', 'legacy'] as Era[]) {
  test(`an agent that only reads descriptions launches three ads with a ${era} client`, async () => {
    const receipts = await launchThree(app, await connect(app, era))
    assert.deepEqual(receipts.map(({ adName }) => adName).sort(), ['One', 'Three', 'Two'])
    for (const { adId } of receipts) assert.match(String(adId), /^\d+$/)
  })
}
