import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricNames } from '../../src/platforms/contract/metrics.ts'
import { startTestApp } from '../support/harness.ts'
import { askAny, fillAccount, refusedPaths } from '../support/reports/reports.ts'
import type { Refusal } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
await fillAccount(app, { id: 'shop', read: ['2026-01-01', '2026-01-31'], rows: [] })
const fine = { accountIds: 'shop', startDate: '2026-01-01', endDate: '2026-01-31' }
const asked = ['/v1/reports/query', '/v1/reports/export', '/v1/analytics/top-ads', '/v1/spend/daily']

/** Nothing that is wrong with a question is worth a call to a platform. */
async function withoutCalls(work: () => Promise<void>): Promise<void> {
  await app.control('DELETE', 'calls')
  await work()
  const { calls } = await app.control<{ calls: object[] }>('GET', 'calls')
  assert.deepEqual(calls, [])
}

for (const path of asked) {
  test(`${path} refuses days that are none, that are in the wrong order, or that are too many`, async () => {
    await withoutCalls(async () => {
      for (const [query, paths, status = 400] of [
        [{ startDate: 'soon' }, 'startDate'],
        [{ startDate: '2026-02-30' }, 'startDate'],
        [{ endDate: '31.01.2026' }, 'endDate'],
        [{ endDate: '2026-1-31' }, 'endDate'],
        [{ startDate: '0001-01-01' }, 'startDate'],
        [{ startDate: '2026-13-01', endDate: '' }, 'startDate endDate'],
        [{ startDate: '2026-02-01' }, 'endDate', 422],
        [{ startDate: '2023-01-30' }, 'endDate', 422],
      ] as const) {
        const issues = await refusedPaths(app, path, { ...fine, ...query }, status)
        assert.equal(issues.map((issue) => issue.path).join(' '), paths, JSON.stringify(query))
      }
    })
  })

  test(`${path} takes three years and a single day`, async () => {
    for (const days of [{ startDate: '2023-01-31' }, { startDate: '2026-01-31' }]) {
      const { status } = await askAny(app, path, { ...fine, ...days })
      assert.ok(status === 200 || status === 501, String(status))
    }
  })

  test(`${path} wants days at all`, async () => {
    const { status, body } = await askAny<{ error: { details: { issues: { path: string }[] } } }>(app, path, {})
    assert.equal(status, 400)
    const paths = body.error.details.issues.map((issue) => issue.path)
    assert.deepEqual(paths, ['startDate', 'endDate'])
  })

  test(`${path} does not know accounts of other companies, nor such as do not exist`, async () => {
    const stranger = await app.stranger(['read'])
    assert.equal((await askAny(app, path, fine, stranger.key)).status, 404)
    assert.equal((await askAny(app, path, { ...fine, accountIds: 'nobody' })).status, 404)
    assert.equal((await askAny(app, path, { ...fine, accountIds: 'shop,nobody' })).status, 404)
  })

  test(`${path} refuses a character that cannot be stored, and names where it stands`, async () => {
    const { status, body } = await askAny<Refusal>(app, path, { ...fine, accountIds: 'sh\0op', search: 'a\0b' })
    assert.equal(status, 400)
    assert.deepEqual(body.error.details.issues.map((issue) => issue.path).sort(), ['accountIds', 'search'])
  })

  test(`${path} names the platforms there are when one is unknown`, async () => {
    const [issue] = await refusedPaths(app, path, { ...fine, platform: 'myspace' })
    assert.equal(issue!.path, 'platform')
    assert.match(issue!.expected!, /primary/)
  })
}

for (const path of ['/v1/reports/query', '/v1/reports/export']) {
  test(`${path} names what is allowed when a metric, a grouping, a sorting or a direction is not`, async () => {
    await withoutCalls(async () => {
      const [metric] = await refusedPaths(app, path, { ...fine, metrics: 'spend,luck' })
      assert.deepEqual(metric, { path: 'metrics', message: 'luck is no metric', expected: metricNames.join(', ') })
      const [group] = await refusedPaths(app, path, { ...fine, groupBy: 'campaign,mood' })
      assert.equal(group!.path, 'groupBy')
      assert.match(group!.expected!, /adId.*adsetName.*campaignName.*account.*platform.*day.*country/)
      const [sort] = await refusedPaths(app, path, { ...fine, groupBy: 'campaign', sortBy: 'adName' }, 422)
      assert.equal(sort!.path, 'sortBy')
      assert.match(sort!.expected!, /spend.*campaignName/)
      const [direction] = await refusedPaths(app, path, { ...fine, sortDirection: 'sideways' })
      assert.deepEqual([direction!.path, direction!.expected], ['sortDirection', 'ASC, DESC'])
    })
  })

  test(`${path} refuses pages that cannot be, and negative amounts`, async () => {
    for (const [query, where] of [
      [{ limit: 0 }, 'limit'],
      [{ limit: -5 }, 'limit'],
      [{ offset: -1 }, 'offset'],
      [{ minSpend: -1 }, 'minSpend'],
    ] as const) {
      const issues = await refusedPaths(app, path, { ...fine, ...query })
      assert.deepEqual(
        issues.map((issue) => issue.path),
        [where],
      )
    }
    assert.equal((await askAny(app, path, { ...fine, limit: 'many' })).status, 400)
    assert.equal((await askAny(app, path, { ...fine, search: 'a\0b' })).status, 400)
  })

  test(`${path} complains about every field at once, then about what only several of them tell`, async () => {
    const crossed = { accountIds: 'shop', startDate: '2026-02-01', endDate: '2026-01-01', sortBy: 'taste' }
    const issues = await refusedPaths(app, path, {
      ...crossed,
      ...{ metrics: 'luck', groupBy: 'mood', limit: 0, offset: -1, minSpend: -1 },
    })
    assert.deepEqual(issues.map((issue) => issue.path).sort(), [
      ...['groupBy', 'limit', 'metrics', 'minSpend', 'offset'],
    ])
    const rules = await refusedPaths(app, path, crossed, 422)
    assert.deepEqual(rules.map((issue) => issue.path).sort(), ['endDate', 'sortBy'])
  })
}

test('a query has at most 1000 rows, an export as many as there are', async () => {
  const [issue] = await refusedPaths(app, '/v1/reports/query', { ...fine, limit: 1001 })
  assert.equal(issue!.path, 'limit')
  assert.equal((await askAny(app, '/v1/reports/query', { ...fine, limit: 1000 })).status, 200)
  assert.equal((await askAny(app, '/v1/reports/export', { ...fine, limit: 100_000 })).status, 200)
})

test('an export names its formats when asked for another', async () => {
  const issues = await refusedPaths(app, '/v1/reports/export', { ...fine, format: 'xlsx', limit: 0 })
  assert.deepEqual(
    issues.map(({ path, expected }) => [path, expected]),
    [
      ['format', 'csv, ndjson, parquet'],
      ['limit', undefined],
    ],
  )
})

test('top ads name the metrics, and have a limit', async () => {
  const issues = await refusedPaths(app, '/v1/analytics/top-ads', { ...fine, metric: 'luck', limit: 0, minSpend: -1 })
  assert.deepEqual(
    issues.map((issue) => issue.path),
    ['metric', 'limit', 'minSpend'],
  )
  assert.equal(issues[0]!.expected, metricNames.join(', '))
})

test('no question about figures is answered without a key', async () => {
  for (const path of [...asked, '/v1/reports/fields']) {
    assert.equal((await app.call('GET', path, { key: null })).status, 401)
  }
})
