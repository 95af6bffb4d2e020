import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFlightdeck, FlightdeckError, metricTitles, reportGroups } from '../../client/src/index.ts'
import type { Flightdeck, UploadErrorCode } from '../../client/src/index.ts'
import { operations } from '../../src/api/index.ts'
import { groupWords } from '../../src/core/reports/query/dimensions.ts'
import { operationId } from '../../src/http/docs/paths.ts'
import { metricNames } from '../../src/platforms/contract/metrics.ts'

test('every operation is a function of the client, and every list can be gone through', () => {
  const flightdeck = createFlightdeck({ baseUrl: 'http://127.0.0.1:8080' })
  const functions = flightdeck as unknown as Record<string, unknown>
  for (const operation of operations) assert.equal(typeof functions[operationId(operation)], 'function', operation.name)
  const pages = operations.filter(
    ({ input, reply }) =>
      ('cursor' in input.shape || 'after' in input.shape) &&
      'shape' in reply &&
      'pagination' in (reply.shape as object),
  )
  assert.deepEqual(Object.keys(flightdeck.all).sort(), pages.map(operationId).sort())
})

test('every operation of v1 lies with what it is about, and is the same function there', () => {
  const flightdeck = createFlightdeck({ baseUrl: 'http://127.0.0.1:8080' })
  assert.equal(flightdeck.batches.status, flightdeck.getBatchStatus)
  assert.equal(flightdeck.ads.launch, flightdeck.launchAds)
  assert.equal(flightdeck.webhookDeliveries.replay, flightdeck.replayWebhookDelivery)
  const inResources = new Set<unknown>(
    Object.entries(flightdeck).flatMap(([name, part]) =>
      typeof part === 'object' && name !== 'all' ? Object.values(part as unknown as Record<string, unknown>) : [],
    ),
  )
  const functions = flightdeck as unknown as Record<string, unknown>
  const away = operations.filter(
    (operation) => operation.rest.path.startsWith('/v1/') && !inResources.has(functions[operationId(operation)]),
  )
  assert.deepEqual(
    away.map(({ name }) => name),
    [],
  )
})

test('what is closed for the service is closed in the types: the words are those of the drivers', () => {
  assert.deepEqual(Object.keys(metricTitles), metricNames)
  assert.deepEqual(reportGroups, groupWords)
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
  const days = { startDate: '2026-01-05', endDate: '2026-01-06' }
  // @ts-expect-error no platform has such a button
  await flightdeck.launchAds({ ads: [{ adName: 'A', adAccountId: '1', cta: 'SHOPNOW' }] })
  // @ts-expect-error no such figure
  await flightdeck.queryReports({ ...days, metrics: ['spendd'] })
  // @ts-expect-error no such figure, in a text
  await flightdeck.queryReports({ ...days, metrics: 'spendd,clicks' })
  // @ts-expect-error rows cannot be made for that
  await flightdeck.queryReports({ ...days, groupBy: ['campain'] })
  // @ts-expect-error ads are not ranked by that
  await flightdeck.listTopAds({ ...days, metric: 'spendd' })
  // @ts-expect-error no figure that a rule can look at
  await flightdeck.createAutomation({ name: 'A', when: { metric: 'spendd', operator: 'gt', value: 1 } })
  // @ts-expect-error a state that approvals do not have
  await flightdeck.approvals.list({ state: 'maybe' })
  // @ts-expect-error nothing can be switched to that
  await flightdeck.updateStatus({ accountId: '1', entityType: 'ad', entityIds: ['1'], newStatus: 'PAUSE' })
  // @ts-expect-error a batch has no such function
  void flightdeck.batches.statuss
  await flightdeck.reports.query({ ...days, metrics: 'spend,clicks', groupBy: ['day', 'campaign'] })
  void ((await flightdeck.batches.status({ id: 1 })).successfulAds satisfies number)
  const error: unknown = null
  if (error instanceof FlightdeckError) {
    switch (error.code) {
      case 'guard_refused':
        void (error.details.cap satisfies number | undefined)
        break
      case 'unsupported_media_type':
        void (error.details.error satisfies UploadErrorCode | undefined)
        break
      case 'platform_error':
        // @ts-expect-error that is another code's
        void (error.details.cap satisfies number | undefined)
        break
      // @ts-expect-error there is no such code
      case 'guard_refussed':
        break
    }
  }
  if (error instanceof FlightdeckError && error.is('approval_required')) {
    void (error.details.approvalId satisfies number | undefined)
    // @ts-expect-error that is another code's
    void (error.details.cap satisfies number)
  }
}
