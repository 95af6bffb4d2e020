import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { ratesJob } from '../../src/jobs/rates.ts'
import { startTestApp } from '../support/harness.ts'
import { fillAccount } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services

interface Currency {
  currency: string | null
  rates: { currency: string; rate: number; date: string; source: string }[]
  missing: string[]
}

const today = new Date().toISOString().slice(0, 10)
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** What the public address answers; tests change it. */
let answer: { status: number; body: string } = { status: 200, body: '' }
let asked = 0
const publicRates = createServer((_request, response) => {
  asked++
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
await new Promise<void>((resolve) => publicRates.listen(0, '127.0.0.1', resolve))
after(() => new Promise((resolve) => publicRates.close(resolve)))
const address = `http://127.0.0.1:${(publicRates.address() as AddressInfo).port}/usd.json?key=secret`

/** Runs the daily job and answers what it logged. */
async function runJob(at = address): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await ratesJob(at).run({ db, log, signal: new AbortController().signal })
  return lines
}

const machineRates = () =>
  db.selectFrom('currency_rates').selectAll().where('source', 'like', 'http%').orderBy('in_currency').execute()

test("GET /v1/currency shows the company's currency and one rate for each other one of its accounts", async () => {
  await fillAccount(app, { id: 'nowhere', currency: 'XTS', read: ['2026-01-01', '2026-01-01'], rows: [] })
  const { status, body } = await app.call<Currency>('GET', '/v1/currency')
  assert.equal(status, 200)
  const { body: list } = await app.call<{ data: { currency: string }[] }>('GET', '/v1/adaccounts?limit=100')
  const counts = new Map<string, number>()
  for (const { currency } of list.data) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  // Among equals, the one that is listed first.
  const [commonest] = [...counts].sort(([, one], [, other]) => other - one)
  assert.equal(body.currency, commonest![0])
  const inUse = [...new Set(list.data.map(({ currency }) => currency))].filter((each) => each !== body.currency)
  assert.ok(inUse.length > 1)
  assert.deepEqual([...body.rates.map(({ currency }) => currency), ...body.missing].sort(), inUse.sort())
  for (const rate of body.rates) assert.ok(rate.rate > 0 && rate.date <= today && rate.source !== '')
})

test('a company without accounts has no currency yet', async () => {
  const { key, companyId } = await app.stranger()
  await app.call('GET', '/v1/adaccounts', { key })
  await db.deleteFrom('ad_accounts').where('company_id', '=', companyId).execute()
  const { body } = await app.call<Currency>('GET', '/v1/currency', { key })
  assert.deepEqual([body.currency, body.rates, body.missing], [null, [], []])
})

test('no API key may set a currency or a rate, whatever its scopes, and the answer says who may', async () => {
  const before = (await app.call<Currency>('GET', '/v1/currency')).body
  const rates = [{ currency: 'JPY', rate: 0.0001, date: '2026-01-01' }]
  const { status, body } = await app.call<{ error: { code: string; message: string } }>('PUT', '/v1/currency', {
    body: { currency: 'EUR', rates },
  })
  assert.deepEqual([status, body.error.code], [403, 'forbidden'])
  assert.match(body.error.message, /people who are signed in.*flightdeck currency set EUR/)
  const after = (await app.call<Currency>('GET', '/v1/currency')).body
  assert.deepEqual([after.currency, after.rates], [before.currency, before.rates])
})

test('the daily job keeps the rates of the day with their source, without what is no currency', async () => {
  answer = { status: 200, body: JSON.stringify({ date: today, usd: { usd: 1, eur: 0.9, jpy: 150.5, btc: 0.00001 } }) }
  assert.deepEqual(await runJob(), [])
  const kept = await machineRates()
  assert.deepEqual(
    kept.map((row) => [row.currency, row.in_currency, row.rate, row.day, row.by_hand]),
    [
      ['USD', 'EUR', '0.9', today, false],
      ['USD', 'JPY', '150.5', today, false],
    ],
  )
  assert.ok(kept.every(({ source }) => source === address.split('?')[0]))
})

test('rates that are there for the day are not read again', async () => {
  const before = asked
  await runJob()
  assert.equal(asked, before)
})

test('what cannot be used changes nothing and is one line in the log', async () => {
  await db.deleteFrom('currency_rates').where('source', 'like', 'http%').execute()
  const wrong = [
    { date: tomorrow, usd: { eur: 0.9 } },
    { date: '2026-02-30', usd: { eur: 0.9 } },
    { date: today, usd: { eur: 0.9, jpy: -1 } },
    { date: today, usd: { eur: 0.9, jpy: 0 } },
    { date: today, usd: { eur: 0.9, jpy: null } },
    { date: today, usd: { eur: 'NaN' } },
    { date: today, usd: {} },
    { date: today, nonsense: { eur: 0.9 } },
    { usd: { eur: 0.9 } },
    [],
    'text',
  ].map((body) => ({ status: 200, body: JSON.stringify(body) }))
  const broken = [
    { status: 200, body: 'not json' },
    { status: 500, body: '{}' },
    { status: 200, body: ' '.repeat(1_100_000) },
  ]
  for (const each of [...wrong, ...broken]) {
    answer = each
    const lines = await runJob()
    assert.equal(lines.length, 1, each.body.slice(0, 100))
    assert.ok(!lines[0]!.includes('secret'))
    assert.deepEqual(await machineRates(), [])
  }
})

test('a machine without internet says so in one quiet line and keeps its older rates', async () => {
  const count = () => db.selectFrom('currency_rates').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const before = await count()
  // Nothing listens there.
  const lines = await runJob('http://127.0.0.1:9/usd.json')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { level: number }).level),
    [30],
  )
  assert.deepEqual(await count(), before)
})
