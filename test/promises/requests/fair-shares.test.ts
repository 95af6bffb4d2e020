import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { idleLanesWithWork } from '../../../src/core/journal/lane/lanes.ts'
import { serveHttp } from '../../support/media/file-server.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { CompanyId } from '../../../src/db/company-id.ts'
import type { LaneName } from '../../../src/core/journal/lane/lanes.ts'

const asked: string[] = []
let heard: () => void = () => undefined
/** A server that takes every request and never answers. */
const silent = await serveHttp((request) => {
  asked.push(request.url!)
  heard()
})
after(() => silent.close())

const app = await startTestApp({ ALLOW_PRIVATE_URLS: silent.host })

async function untilAsked(count: number): Promise<void> {
  while (asked.length < count) await new Promise<void>((resolve) => (heard = resolve))
}

test('a company whose media addresses hang does not hold up the launch of another', async () => {
  const stranger = await app.stranger()
  const theirFixture = await demoFixture(app, stranger.key)
  const theirs = Array.from({ length: 40 }, (_, index) =>
    singleAd(app, theirFixture, { adName: `Slow ${index}`, media: [{ url: silent.url(`/${index}.png`) }] }),
  )
  const slow = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: theirs },
    key: stranger.key,
  })
  assert.equal(slow.status, 202, JSON.stringify(slow.body))
  await untilAsked(8)
  const ours = [singleAd(app, await demoFixture(app))]
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: ours } })
  const status = await app.finished(body.adBatchId)
  assert.equal(status.status, 'success', JSON.stringify(status.failedAds))
  // Had ours stood in one line with theirs, each of theirs would have been asked for before.
  assert.ok(asked.length < theirs.length, `${asked.length} of ${theirs.length} addresses were asked for first`)
  await app.call('POST', `/v1/batches/${slow.body.adBatchId}/cancel`, { key: stranger.key })
})

test('a company with very many ad accounts leaves lanes for the others', async () => {
  const [many, one] = [await app.stranger(), await app.stranger()]
  const lane = (companyId: CompanyId, accountId: string) => ({ companyId, platform: 'primary', accountId })
  // Nobody else ever sees them: no worker takes them up.
  const undo = new Error('seen enough')
  let idle: LaneName[] = []
  const looked = app.app.services.db.transaction().execute(async (trx) => {
    for (let each = 1; each <= 20; each++) await bareItems(trx, lane(many.companyId, `act_${each}`), 1)
    await bareItems(trx, lane(one.companyId, 'act_1'), 1)
    await sql`UPDATE batch_items SET run_after = '-infinity' WHERE run_after = '9999-01-01'`.execute(trx)
    idle = (await idleLanesWithWork(trx, 10)).free
    throw undo
  })
  await assert.rejects(looked, undo)
  assert.equal(idle.length, 10)
  assert.ok(idle.some(({ companyId }) => companyId === one.companyId))
})
