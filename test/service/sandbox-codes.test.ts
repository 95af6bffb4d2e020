import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { launchFixture } from '../support/platforms/primary-graph.ts'

const app = await startTestApp()
const { demo: fixture, graph, launched, failed } = await launchFixture(app)

interface Code {
  code: string
  tenant: string
  works: boolean
}
const { partnershipCodes, accounts } = await app.control<{
  partnershipCodes: Code[]
  accounts: { id: string; tenant: string }[]
}>('GET', 'state?platform=meta')
const own = accounts.find(({ id }) => id === fixture.accounts[0]!.id)!.tenant
const codes = partnershipCodes.filter(({ tenant }) => tenant === own)

test('the sandbox tells which partnership codes work, and they do', async () => {
  assert.deepEqual(codes.map(({ works }) => works).sort(), [false, true, true])
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  for (const { code, works } of codes) {
    const ad = singleAd(app, fixture, { adName: code, media: undefined, partnershipCode: code, adSets })
    if (works) assert.ok((await launched(ad)).adId)
    else assert.equal((await failed(ad)).step, 'creative')
  }
})

test('the document lists the codes of the demo company', async () => {
  const text = await readFile(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^\| `(adcode-\S+)` \| (works|expired) \|$/gm)].map(([, code, word]) => [code, word])
  assert.deepEqual(
    listed,
    codes.map(({ code, works }) => [code, works ? 'works' : 'expired']),
  )
})
