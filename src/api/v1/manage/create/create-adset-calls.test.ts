import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { readNode } from '../../../../../test/support/manage/manage.ts'

test('a setting says what is sent as the destination of ad sets for calls', async () => {
  const app = await startTestApp({ CALL_DESTINATION_TYPE: 'PHONE_CALL' })
  const account = (await demoFixture(app)).accounts.find(({ currency }) => currency === 'USD')!.id
  const { makeCampaign, create } = creatingIn(app, account)
  await app.control('POST', 'meta', { callDestination: true })
  const campaignId = await makeCampaign({ objective: 'OUTCOME_SALES' })
  const body = { accountId: account, campaignId, name: 'Broad', dailyBudget: 20, destinationType: 'PHONE_CALL' }
  const { adSetId } = await create(body)
  assert.equal((await readNode(app, adSetId, 'destination_type')).destination_type, 'PHONE_CALL')
})
