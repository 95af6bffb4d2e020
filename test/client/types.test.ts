import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFlightdeck, FlightdeckError } from '../../client/src/index.ts'
import type { Flightdeck } from '../../client/src/index.ts'
import { operations } from '../../src/api/index.ts'
import { operationId } from '../../src/http/docs/paths.ts'

test('every operation is a function of the client, and every list can be gone through', () => {
  const flightdeck = createFlightdeck({ baseUrl: 'http://127.0.0.1:8080' })
  const functions = flightdeck as unknown as Record<string, unknown>
  for (const operation of operations) assert.equal(typeof functions[operationId(operation)], 'function', operation.name)
  const pages = operations.filter(({ reply }) => 'shape' in reply && 'pagination' in (reply.shape as object))
  assert.deepEqual(Object.keys(flightdeck.all).sort(), pages.map(operationId).sort())
})

/** Never called: what is wrong in it must not compile. */
export async function wrongCalls(flightdeck: Flightdeck): Promise<void> {
  // @ts-expect-error a launch needs ads
  await flightdeck.launchAds({})
  // @ts-expect-error there is no such field
  await flightdeck.launchAds({ ads: [], pausd: true })
  // @ts-expect-error an ad's name is a text
  await flightdeck.launchAds({ ads: [{ adName: 1 }] })
  // @ts-expect-error an id is needed
  await flightdeck.getBatchStatus({})
  // @ts-expect-error nothing but ads can be included
  await flightdeck.getBatchStatus({ id: 1, include: 'everything' })
  // @ts-expect-error a status that there is not
  await flightdeck.listAds({ accountId: 'act_1', status: 'SLEEPING' })
  // @ts-expect-error there is no such operation
  void flightdeck.launchEverything
  // @ts-expect-error no list: there is nothing to go through
  void flightdeck.all.whoAmI
  const rehearsal = await flightdeck.launchAds({ ads: [], dryRun: true })
  // @ts-expect-error a rehearsal makes no batch
  void rehearsal.adBatchId
  const launched = await flightdeck.launchAds({ ads: [] })
  void (launched.adBatchId satisfies number)
  for await (const event of flightdeck.batchEvents(launched.adBatchId)) {
    // @ts-expect-error only ads that were launched have an id
    void event.data.adId
    if (event.type === 'ad.launched') void (event.data.adId satisfies string)
  }
  const error: unknown = null
  if (error instanceof FlightdeckError && error.is('approval_required')) {
    void (error.details.approvalId satisfies number | undefined)
    // @ts-expect-error that is another code's
    void (error.details.cap satisfies number)
  }
}
