import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { connectByAddress } from '../../support/mcp/assistant.ts'
import { signedIn } from '../../support/people/browser.ts'

const app = await startTestApp()
const owner = await signedIn(app)

test('an assistant connects by the address alone, after its person has consented', async () => {
  const agent = await connectByAddress(app, owner)
  const answer = await agent.call('list_ad_accounts')
  assert.equal(answer.isError, false, answer.text)
  const who = await agent.call('who_am_i')
  assert.equal((who.value.user as { id: string }).id, String(owner.userId))
})
