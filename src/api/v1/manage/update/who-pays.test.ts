import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { assertRefused, readNode } from '../../../../../test/support/manage/manage.ts'
import type { Refusal } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const accountId = accounts.find(({ currency }) => currency === 'USD')!.id
const { makeCampaign, create } = creatingIn(app, accountId)
const campaignId = await makeCampaign({})
const { adSetId } = await create({
  ...{ accountId, campaignId, name: 'At home', dailyBudget: 20 },
  location: { countries: ['US'] },
})
const germany = { accountId, adSetId, location: { countries: ['DE'] } }

function update(body: object) {
  return app.call<Refusal & { updated?: string[] }>('POST', '/v1/manage/update-adset', { body })
}

test('an ad set goes into the European Union with the names that the refusal asks for, each by its field', async () => {
  for (const body of [germany, { ...germany, dryRun: true }]) {
    const refused = await update(body)
    assert.deepEqual(
      [refused.status, refused.body.error.code],
      [422, 'unprocessable_entity'],
      JSON.stringify(refused.body),
    )
    assert.deepEqual(
      refused.body.error.details?.issues?.map(({ path }) => path),
      ['dsaPayor'],
    )
  }
  const half = await update({ ...germany, dsaPayor: 'Harbor & Pine' })
  assert.deepEqual(
    half.body.error.details?.issues?.map(({ path }) => path),
    ['dsaBeneficiary'],
  )
  const named = await update({ ...germany, dsaPayor: 'Harbor & Pine', dsaBeneficiary: 'Harbor & Pine' })
  assert.equal(named.status, 200, JSON.stringify(named.body))
  assert.deepEqual(named.body.updated, ['location', 'dsaBeneficiary', 'dsaPayor'])
  const stored = await readNode(app, adSetId, 'dsa_payor,dsa_beneficiary')
  assert.deepEqual(stored, { id: adSetId, dsa_payor: 'Harbor & Pine', dsa_beneficiary: 'Harbor & Pine' })
})

test('names that are too long are refused before anything is sent', async () => {
  const body = { ...germany, dsaPayor: 'x'.repeat(513), dsaBeneficiary: 'Harbor & Pine' }
  const rule = { what: 'a payor of 513 characters', body, path: 'dsaPayor', status: 400 }
  await assertRefused(app, '/v1/manage/update-adset', rule)
})
