import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { writtenKinds } from './mutate/kinds.ts'
import { metrics, resources, segmentsOf } from './schema/resources.ts'
import { direct, openCaller } from './test-caller.ts'

const keys = [
  ...['operations', 'mutateOperations', 'partialFailure', 'validateOnly', 'create', 'update', 'remove', 'updateMask'],
  ...[
    'update_mask',
    'responseContentType',
    'query',
    'pageToken',
    'searchSettings',
    'resourceName',
    'status',
    'keyword',
  ],
  ...['text', 'matchType', 'ad', 'responsiveSearchAd', 'headlines', 'amountMicros', 'campaign', 'adGroup', '__proto__'],
  ...['constructor', 'name', 'campaignBudget', 'finalUrls', ...writtenKinds.map(({ field }) => `${field}Operation`)],
]
const words = [
  '',
  'x',
  'ENABLED',
  'status',
  'toString',
  `customers/${direct}/campaigns/1`,
  `customers/${direct}/adGroups/-1`,
]

const body = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...words), fc.integer(), fc.boolean(), fc.constant(null), fc.string()),
  list: fc.array(tie('node'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...keys), tie('node'), { maxKeys: 4 }),
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('list'), tie('object')),
}))

test('no body makes the simulator fail', async (context) => {
  const { call, change } = await openCaller(context)
  await change({ limits: 'off' })
  const paths = [...writtenKinds.map(({ kind }) => kind as string), 'googleAds'].map((kind) => `${kind}:mutate`)
  const path = fc.constantFrom(...paths, 'googleAds:search', 'googleAds:searchStream')
  const list = fc.array(body.object, { minLength: 1, maxLength: 3 })
  const wrapped = fc.oneof(
    body.object,
    list.map((operations) => ({ operations, validateOnly: true })),
    list.map((mutateOperations) => ({ mutateOperations, partialFailure: true })),
  )
  await fc.assert(
    fc.asyncProperty(path, wrapped, async (where, sent) => {
      const { status } = await call('POST', `/v25/customers/${direct}/${where}`, sent)
      assert.ok(status < 500, `${status} ${where} ${JSON.stringify(sent)}`)
    }),
    { numRuns: 400 },
  )
})

test('every field of every resource can be read', async (context) => {
  const { search, change } = await openCaller(context)
  await change({ limits: 'off' })
  for (const resource of resources.values()) {
    const { name, fields, related, splitting, hasMetrics } = resource
    const around = [...related, ...splitting].flatMap((other) => resources.get(other)!.fields)
    const figures = hasMetrics ? [...metrics, ...segmentsOf(resource)] : []
    const select = [...fields, ...around, ...figures].map(({ path }) => path).join(', ')
    const range: Record<string, string> = {
      change_event: 'WHERE change_event.change_date_time DURING LAST_30_DAYS LIMIT 100',
      change_status: 'WHERE change_status.last_change_date_time DURING LAST_30_DAYS LIMIT 100',
    }
    const where = hasMetrics ? 'WHERE segments.date DURING YESTERDAY' : (range[name] ?? '')
    const { status, body: answer } = await search(`SELECT ${select} FROM ${name} ${where}`)
    assert.equal(status, 200, `${name} ${JSON.stringify(answer).slice(0, 300)}`)
    assert.ok((answer['results'] as unknown[]).length > 0, name)
  }
})

test('what was written is there after a restart, with its figures', async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'google-ads-'))
  context.after(() => rm(dataDir, { recursive: true, force: true }))
  const figures = 'SELECT campaign.id, metrics.cost_micros FROM campaign WHERE segments.date DURING LAST_30_DAYS'
  const first = await openCaller(context, { dataDir })
  const before = await first.rows(figures)
  const create = { name: 'Kept', amountMicros: '5000000' }
  assert.equal((await first.mutate('campaignBudgets', [{ create }])).status, 200)
  await first.sandbox.close()
  const second = await openCaller(context, { dataDir })
  assert.deepEqual(await second.rows(figures), before)
  const kept = await second.rows("SELECT campaign_budget.id FROM campaign_budget WHERE campaign_budget.name = 'Kept'")
  assert.equal(kept.length, 1)
})

test('a measurement can have thousands of campaigns', async (context) => {
  const { rows, change } = await openCaller(context)
  assert.equal((await change({ seedCampaigns: { accountId: direct, count: 2000 } })).status, 200)
  assert.equal((await rows('SELECT campaign.id FROM campaign')).length, 2000)
  const shown = await rows(
    'SELECT campaign.id FROM campaign WHERE segments.date DURING LAST_7_DAYS AND metrics.clicks > 0',
  )
  assert.ok(shown.length > 1000)
  assert.equal((await change({ seedCampaigns: { accountId: '1', count: 3 } })).status, 400)
})
