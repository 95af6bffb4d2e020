import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn } from '../../src/platforms/index.ts'
import { openStructure, statesOf } from '../support/platforms/structure.ts'

/** Money that was spent stays spent, whatever became of what spent it: caps and stops go by it. */
for (const platform of builtIn.all)
  test(`${platform.name}: what a campaign spent today is told when it is deleted`, async (context) => {
    const { session, accounts, dayOf } = await openStructure(context, platform)
    // Where nothing can be deleted, nothing can go missing.
    if (!session.deleteEntity) return assert.ok(['applovin'].includes(platform.name), 'it can be deleted here')
    const account = accounts[0]!
    const day = dayOf(account)
    const before = await session.spendByCampaign!(account.id, day, day)
    const [id, spent] = [...before].find(([, amount]) => amount > 0) ?? []
    assert.ok(id !== undefined, 'something was spent today')
    const state = (await statesOf(session, account, 'campaign', [id])).get(id)
    await session.deleteEntity(account, state!).send()
    const after = await session.spendByCampaign!(account.id, day, day)
    assert.equal(after.get(id), spent)
    assert.deepEqual([...after].sort(), [...before].sort())
  })
