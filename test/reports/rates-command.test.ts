import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createDatabase } from '../support/harness.ts'
import { operator } from '../support/service/operator.ts'
import type { Outcome } from '../support/service/operator.ts'

const database = await createDatabase()
const dir = await mkdtemp(join(tmpdir(), 'flightdeck-rates-'))
after(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const command = operator({ DATA_DIR: dir, DATABASE_URL: database.url })
const flightdeck = (...words: string[]) => command(words)

async function file(name: string, content: string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

/** The cells of the lines of a table, without its head. */
function cells({ stdout }: Outcome): string[][] {
  const lines = stdout.trim().split('\n').slice(1)
  return lines.map((line) => line.split(/ {2,}/))
}

await flightdeck('company', 'create', 'Acme')

test('a company gets a currency and rates of its own by hand, and loses them again', async () => {
  const early = await flightdeck('rates', 'set', 'EUR', '1.08', '--company', 'acme')
  assert.equal(early.code, 1)
  assert.match(early.stderr, /flightdeck currency set EUR --company acme/)
  assert.equal((await flightdeck('currency', 'set', 'usd', '--company', 'acme')).code, 0)
  assert.equal((await flightdeck('currency', 'show', '--company', 'acme')).stdout, 'USD\n')
  const set = await flightdeck('rates', 'set', 'EUR', '1.08', '--date', '2026-01-31', '--company', 'acme')
  assert.equal(set.stdout, 'For Acme, 1 EUR is 1.08 USD from 2026-01-31 on.\n')
  assert.deepEqual(cells(await flightdeck('rates', 'list', '--company', 'acme')), [
    ['EUR', '1.08', 'USD', '2026-01-31', 'set by hand'],
  ])
  assert.equal((await flightdeck('rates', 'remove', 'EUR', '--company', 'acme')).code, 0)
  assert.match((await flightdeck('rates', 'list', '--company', 'acme')).stderr, /no rates of its own/)
  assert.equal((await flightdeck('rates', 'remove', 'EUR', '--company', 'acme')).code, 1)
})

test('what is no currency, no rate or no day is refused', async () => {
  const wrong = [
    ['rates', 'set', 'EURO', '1.08', '--company', 'acme'],
    ['rates', 'set', 'EUR', '0', '--company', 'acme'],
    ['rates', 'set', 'EUR', '1.08', '--company', 'acme', '--date', '2199-01-01'],
  ]
  for (const words of wrong) assert.equal((await flightdeck(...words)).code, 2, words.join(' '))
  assert.equal((await flightdeck('rates', 'set', 'USD', '1', '--company', 'acme')).code, 1)
})

test('rates are imported from files, and listed with day and source', async () => {
  const table = 'currency,rate,date,in,source\nSEK,0.09,2026-01-02,USD,the bank\nNOK,0.095,2026-01-02,,\n'
  const own = await flightdeck('rates', 'import', await file('own.csv', table), '--company', 'acme')
  assert.equal(own.stdout, '2 rates kept for Acme.\n')
  assert.deepEqual(cells(await flightdeck('rates', 'list', '--company', 'acme')), [
    ['NOK', '0.095', 'USD', '2026-01-02', 'imported from own.csv'],
    ['SEK', '0.09', 'USD', '2026-01-02', 'the bank'],
  ])
  const daily = await file('daily.json', '{ "date": "2019-01-01", "eur": { "usd": 1.25 } }')
  assert.equal((await flightdeck('rates', 'import', daily)).stdout, '1 rate kept for every company.\n')
  const all = cells(await flightdeck('rates', 'list'))
  assert.deepEqual(
    all.find(([currency]) => currency === 'EUR'),
    ['EUR', '1.25', 'USD', '2019-01-01', 'imported from daily.json'],
  )
  assert.ok(
    all.some(([currency, , other, , source]) => currency === 'USD' && other === 'JPY' && source!.startsWith('@')),
  )
})

test('everything that is wrong with a file is said at once, and nothing of it is kept', async () => {
  const path = await file('bad.csv', 'currency,rate,date\nGBP,1.3,2026-01-01\nXXQ,1,2026-01-01\nEUR,-1,2026-13-01\n')
  const { code, stderr } = await flightdeck('rates', 'import', path, '--company', 'acme')
  assert.equal(code, 1)
  for (const said of [/bad.csv: line 3 currency/, /line 4 rate/, /line 4 date/]) assert.match(stderr, said)
  assert.match(stderr, /Nothing is kept: the file has 3 problems/)
  assert.doesNotMatch((await flightdeck('rates', 'list', '--company', 'acme')).stdout, /GBP/)
  assert.equal((await flightdeck('rates', 'import', join(dir, 'nothing.csv'))).code, 1)
})
