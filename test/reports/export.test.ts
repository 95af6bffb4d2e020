import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import pg from 'pg'
import { createExports } from '../../src/core/reports/query/export/export.ts'
import type { Exports } from '../../src/core/reports/query/export/export.ts'
import { groupOf } from '../../src/core/reports/query/dimensions.ts'
import { checkQuestion } from '../../src/core/reports/query/question.ts'
import { AppError } from '../../src/errors.ts'
import { startTestApp } from '../support/harness.ts'
import { signedIn } from '../support/people/browser.ts'
import { asking, fillAccount, queryText } from '../support/reports/reports.ts'
import type { FilledDay } from '../support/reports/reports.ts'
import { askUntil } from '../support/ask-until.ts'
import { companyId } from '../support/company-id.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const ask = asking(app)
const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
const awkward = 'He said "50 %, \\n off"\nand {left}; Größe 40 \u2028 =1+1'

await fillAccount(app, {
  id: 'shop',
  read: ['2026-01-01', '2026-01-31'],
  names: { a1: awkward, a2: '' },
  rows: Array.from({ length: 40 }, (_, n): FilledDay => {
    const day = `2026-01-${String((n % 20) + 1).padStart(2, '0')}`
    return {
      ...{ day, ad: n < 20 ? 'a1' : 'a2', adset: 's', campaign: 'c', spend: (n + 1) / 100, impressions: n * 7 },
      ...{ clicks: n, conversions: n % 5 === 0 ? null : n / 4, value: n * 1.1, results: n },
    }
  }),
})
await fillAccount(app, { id: 'half', read: ['2026-01-01', '2026-01-02'], rows: [] })
const largeKey = await fillLarge('large')

function exportOf(query: Record<string, string>): Promise<Response> {
  return fetch(`${app.url}/v1/reports/export?${queryText({ accountIds: 'shop', ...january, ...query })}`, {
    headers: { authorization: `Bearer ${app.key}` },
  })
}

const shape = { groupBy: 'day,adId', metrics: 'spend,impressions,ctr,conversions,conversionValue', sortBy: 'spend' }

async function expected() {
  const { data } = await ask({ accountIds: 'shop', ...january, ...shape, limit: 1000 })
  assert.equal(data.length, 40)
  return data
}

test('an NDJSON file has exactly the rows of the query, line by line', async () => {
  const answer = await exportOf({ ...shape, format: 'ndjson' })
  assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="report-2026-01-01-2026-01-31.ndjson"')
  const lines = (await answer.text()).trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as object),
    await expected(),
  )
})

test('a CSV file has a header, exact amounts, and names with quotes and line breaks in them', async () => {
  const answer = await exportOf(shape)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  const [header, ...rows] = readCsv(await answer.text())
  const data = await expected()
  assert.deepEqual(header, Object.keys(data[0]!))
  assert.deepEqual(
    rows,
    data.map((row) => Object.values(row).map((value) => (value === null ? '' : String(value)))),
  )
})

test('no name in a CSV file is a formula, and in other files names are as they are', async () => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']
  const harmless = ["'=1", ' =1', 'a=1', '"=1"', 'back\\slash', 'bell \u0007 and \u001f', '']
  const names = Object.fromEntries([...dangerous, ...harmless].map((name, index) => [`ad${index}`, name]))
  const rows = Object.keys(names).map((ad): FilledDay => ({ day: '2026-01-01', ad, spend: 1, conversions: -1 }))
  await fillAccount(app, { id: 'formulas', read: ['2026-01-01', '2026-01-31'], names, rows })
  const asked = { accountIds: 'formulas', groupBy: 'adId', metrics: 'spend,conversions', sortBy: 'adId' }
  const [head, ...lines] = readCsv(await (await exportOf(asked)).text())
  const [idAt, nameAt, conversionsAt] = ['adId', 'adName', 'conversions'].map((field) => head!.indexOf(field))
  assert.equal(lines.length, rows.length)
  for (const line of lines) {
    const name = names[line[idAt!]!]!
    assert.equal(line[nameAt!], dangerous.includes(name) ? `'${name}` : name)
    assert.equal(line[conversionsAt!], '-1', 'numbers stay numbers')
  }
  const text = await (await exportOf({ ...asked, format: 'ndjson' })).text()
  const objects = text.trimEnd().split('\n')
  for (const object of objects.map((line) => JSON.parse(line) as { adId: string; adName: string }))
    assert.equal(object.adName, names[object.adId])
})

test('whatever ads, ad sets, campaigns and accounts are called, a line of NDJSON is what the database itself makes of it', async () => {
  const marks = Array.from({ length: 0x30 }, (_, tens) =>
    String.fromCodePoint(...Array.from({ length: 16 }, (_one, one) => tens * 16 + one)),
  )
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), { numRuns: 50, seed: 7 })
  const odd = [...marks, ...texts, 'null', '"', '\\', '\\"', "'", '\u2028', '', '{"a":1}', '%s']
  const called = odd.map((text) => text.replaceAll('\0', '').toWellFormed())
  const ids = called.flatMap((_, place) => [`a${place}`, `s${place}`, `c${place}`])
  const names = Object.fromEntries(ids.map((id, place) => [id, called[place % called.length]!]))
  const rows = called.map((_, place): FilledDay => {
    return { day: '2026-01-01', ad: `a${place}`, adset: `s${place}`, campaign: `c${place}`, spend: place / 100 }
  })
  const key = await fillAccount(app, { id: 'odd', read: ['2026-01-01', '2026-01-31'], names, rows })
  const { pool } = app.app.services
  await pool.query('UPDATE ad_accounts SET name = $2 WHERE id = $1', [key, awkward])
  const { rows: made } = await pool.query<{ line: object }>(
    `SELECT json_build_object('date', d.day, 'adId', ad.id, 'adName', ad.name, 'adsetId', adset.id, 'adsetName', adset.name,
       'campaignId', campaign.id, 'campaignName', campaign.name, 'accountId', a.account_id, 'accountName', a.name,
       'platform', a.platform, 'currency', a.currency, 'day', d.day, 'ad', ad.id, 'spend', d.spend_micros / 1e6::float8, 'cpc', NULL) AS line
     FROM ad_days d JOIN report_entities ad ON ad.key = d.ad_key JOIN report_entities adset ON adset.key = d.adset_key
     JOIN report_entities campaign ON campaign.key = d.campaign_key JOIN ad_accounts a ON a.id = d.account_key
     WHERE d.account_key = $1 ORDER BY d.spend_micros`,
    [key],
  )
  assert.equal(made.length, called.length)
  const asked = { accountIds: 'odd', groupBy: 'day,ad', metrics: 'spend,cpc', sortBy: 'spend', sortDirection: 'ASC' }
  const text = await (await exportOf({ ...asked, format: 'ndjson' })).text()
  const lines = text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as object),
    made.map(({ line }) => line),
  )
})

test('a Parquet file has the same rows with types of their own', async () => {
  const answer = await exportOf({ ...shape, format: 'parquet' })
  assert.equal(answer.headers.get('content-type'), 'application/vnd.apache.parquet')
  const rows = await parquetReadObjects({ file: await answer.arrayBuffer() })
  const data = await expected()
  assert.equal(rows.length, data.length)
  assert.deepEqual(
    rows.map((row) => ({ ...row, date: (row.date as Date).toISOString().slice(0, 10), day: undefined })),
    data.map((row) => ({ ...row, day: undefined, impressions: BigInt(row.impressions!) })),
  )
})

test('every format is a proper file also when there is nothing in it', async () => {
  const nothing = { ...shape, minSpend: '1000' }
  assert.equal(await (await exportOf({ ...nothing, format: 'ndjson' })).text(), '')
  assert.match(await (await exportOf(nothing)).text(), /^date,adId,[^\n]*\n$/)
  const parquet = await (await exportOf({ ...nothing, format: 'parquet' })).arrayBuffer()
  assert.deepEqual(await parquetReadObjects({ file: parquet }), [])
})

test('sums and countless groupings can be exported too, without people unless they are asked for', async () => {
  const text = await (await exportOf({ groupBy: 'campaign', format: 'ndjson' })).text()
  const row = JSON.parse(text) as Record<string, unknown>
  assert.equal(row.spend, 8.2)
  assert.equal('reach' in row, false)
  const withReach = await (await exportOf({ groupBy: 'platform', metrics: 'spend,reach', format: 'ndjson' })).text()
  assert.deepEqual(JSON.parse(withReach), { platform: 'kiosk', currency: 'USD', spend: 8.2, reach: null })
})

test('the headers say what is missing', async () => {
  const whole = await exportOf({ groupBy: 'day', metrics: 'spend' })
  assert.equal(whole.headers.get('x-report-partial'), 'false')
  assert.equal(whole.headers.get('x-report-missing'), null)
  assert.ok(Date.parse(whole.headers.get('x-report-fresh-at')!) > 0)
  const half = await exportOf({ accountIds: 'half', groupBy: 'day', metrics: 'spend' })
  assert.equal(half.headers.get('x-report-partial'), 'true')
  assert.equal(half.headers.get('x-report-missing'), 'half')
})

/** An account whose file is far larger than what fits between two processes. */
async function fillLarge(id: string, companySlug?: string): Promise<number> {
  const key = await fillAccount(app, { id, read: ['2026-01-01', '2026-01-31'], rows: [] }, companySlug)
  await app.app.services.pool.query(
    `INSERT INTO ad_days SELECT 1, $1, '2026-01-01'::date + n % 31, n, 1, 1, n, n, n, n, n, n FROM generate_series(1, 120000) n`,
    [key],
  )
  return key
}

/** Begins to read a file, and reads no further. */
function beginExport(
  id: string,
  format: string,
  key = app.key,
): Promise<{ status: number; hangUp: () => Promise<void>; readOn: () => Promise<boolean> }> {
  const query = queryText({ accountIds: id, ...january, groupBy: 'day,ad', format })
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    const call = request(`${app.url}/v1/reports/export?${query}`, { headers, agent: false })
    const hangUp = () => new Promise<void>((done) => call.once('close', done).destroy())
    call.on('response', (answer) => {
      // Heard from the beginning: what is cut off may be gone before anybody reads on.
      const closed = new Promise<void>((done) => answer.once('close', done))
      // Whether it came to its end.
      const readOn = async () => {
        answer.resume()
        await closed
        return answer.complete
      }
      answer.on('error', () => undefined)
      answer.once('readable', () => resolve({ status: answer.statusCode!, hangUp, readOn }))
    })
    call.on('error', reject).end()
  })
}

/** Waits until no query behind a file is running any more. */
async function noExportRuns(): Promise<void> {
  await askUntil(async () => {
    const { rows } = await app.app.services.pool.query<{ running: number }>(
      `SELECT count(*)::int AS running FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (query LIKE 'COPY (%' OR query LIKE 'FETCH %') AND (state = 'active' OR state LIKE 'idle in%')`,
    )
    return rows[0]!.running === 0 || null
  })
}

test('a caller who hangs up ends the query behind the file', async () => {
  for (const format of ['csv', 'ndjson', 'parquet']) {
    const { status, hangUp } = await beginExport('large', format)
    assert.equal(status, 200)
    await hangUp()
    await noExportRuns()
  }
  // Their connections were not handed to somebody else halfway through a file.
  const { data } = await ask({ accountIds: 'shop', ...january, groupBy: 'campaign', metrics: 'spend' })
  assert.equal(data[0]!.spend, 8.2)
})

test('a file that is read slowly ends with the key it was asked for with, and its query with it', async () => {
  const owner = await signedIn(app)
  for (const format of ['csv', 'ndjson', 'parquet']) {
    const { body } = await owner.call('POST', '/v1/keys', { body: { name: format, scopes: ['read'] } })
    const file = await beginExport('large', format, String(body.key))
    assert.equal(file.status, 200)
    assert.equal((await owner.call('DELETE', `/v1/keys/${String(body.id)}`)).status, 200)
    await noExportRuns()
    assert.equal(await file.readOn(), false, `${format} is cut short, and looks it`)
  }
})

test('files that are read slowly leave room for everybody else', async () => {
  const stranger = await app.stranger()
  await fillLarge('theirs', stranger.slug)
  const slow = await Promise.all([1, 2].map(() => beginExport('theirs', 'csv', stranger.key)))
  assert.ok(slow.every(({ status }) => status === 200))
  const refused = await beginExport('theirs', 'csv', stranger.key)
  assert.equal(refused.status, 429)
  const own = await exportOf({ groupBy: 'day', metrics: 'spend' })
  assert.equal(own.status, 200)
  await own.text()
  const { data } = await ask({ accountIds: 'shop', ...january, groupBy: 'campaign', metrics: 'spend' })
  assert.equal(data[0]!.spend, 8.2)
  await Promise.all(slow.map(({ hangUp }) => hangUp()))
  await noExportRuns()
  const again = await beginExport('theirs', 'csv', stranger.key)
  assert.equal(again.status, 200)
  await again.hangUp()
})

/** What the endpoint asks for, with the company of nobody in particular. */
function largeFile(format: 'csv' | 'ndjson' | 'parquet'): Parameters<Exports['open']>[0] {
  const { question } = checkQuestion(
    app.app.services.connections.platforms,
    {
      ...january,
      accountIds: [],
      groupBy: [groupOf('day')!, groupOf('ad')!],
      metrics: ['spend'],
      limit: null,
      offset: 0,
    },
    { peopleByDefault: false },
  )
  const sources = { accountKeys: [largeKey], people: null, split: null, comparison: null, conversion: null }
  return { companyId: companyId(1), question: { ...question, sort: [] }, sources, format }
}

test('a file that nobody reads any more is ended, and its place and its query with it', async () => {
  const exports = createExports(app.app.services, 10)
  for (const format of ['csv', 'ndjson', 'parquet'] as const) {
    const opening = [exports.open(largeFile(format)), exports.open(largeFile(format))]
    await assert.rejects(exports.open(largeFile(format)), { code: 'rate_limit_exceeded' })
    const files = (await Promise.all(opening)).map(({ result }) => result)
    for (const file of files) if (!file.closed) await new Promise((resolve) => file.once('close', resolve))
    await noExportRuns()
    for (const file of files) assert.match(String(file.errored), /took nothing for too long/)
  }
})

test('an export that cannot begin gives its place back', async () => {
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const unreachable = createExports({ pool: nowhere, replica: null })
  for (let round = 0; round < 10; round++) {
    await assert.rejects(unreachable.open(largeFile('csv')), { code: 'ECONNREFUSED' })
  }
  const exports = createExports(app.app.services)
  const broken = {
    ...largeFile('csv'),
    sources: { accountKeys: [Number.NaN], people: null, split: null, comparison: null, conversion: null },
  }
  for (let round = 0; round < 10; round++) {
    await assert.rejects(exports.open(broken), (error) => !(error instanceof AppError))
    await assert.rejects(exports.open({ ...largeFile('csv'), signal: AbortSignal.abort() }), /hung up/)
  }
  await noExportRuns()
})

/** RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, mark] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (mark === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}
