import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '../../../test/support/harness.ts'
import { connect } from '../../db/connect.ts'
import { builtIn } from '../../platforms/index.ts'
import { createCompany } from '../people/companies/companies.ts'
import { companyCurrency, setCompanyCurrency } from './company-currency.ts'
import { showRate } from './convert.ts'
import { ratesOn } from './rates.ts'
import { loadSnapshot } from './snapshot.ts'
import { storeRates } from './store-rates.ts'

const database = await createDatabase()
const { db } = connect({ connectionString: database.url }, 4)
after(async () => {
  await db.destroy()
  await database.drop()
})

const acme = await createCompany(db, { name: 'Acme', slug: 'acme' })
const other = await createCompany(db, { name: 'Other', slug: 'other' })
const common = { companyId: null, byHand: false }
const rate = (currency: string, value: string, inCurrency: string, day: string) => {
  return { currency, rate: value, inCurrency, day, source: 'test' }
}

async function shown(from: string[], to: string, day: string, company = acme) {
  const { byCurrency } = await ratesOn({ db }, { company }, { from, to, day })
  return [...byCurrency.values()].map(showRate)
}

test('the newest rate from the day or before holds, never one of a later day', async () => {
  await storeRates(db, [rate('USD', '100', 'AAA', '2020-01-01'), rate('USD', '125', 'AAA', '2020-02-01')], common)
  assert.deepEqual(await shown(['AAA'], 'USD', '2019-12-31'), [])
  assert.deepEqual(await shown(['AAA'], 'USD', '2020-01-31'), [
    { currency: 'AAA', rate: 0.01, date: '2020-01-01', source: 'test' },
  ])
  assert.deepEqual(await shown(['AAA'], 'USD', '2020-02-01'), [
    { currency: 'AAA', rate: 0.008, date: '2020-02-01', source: 'test' },
  ])
})

test('two currencies are compared by way of a third, with the rates of one and the same day', async () => {
  const rates = [
    rate('USD', '2', 'BBB', '2020-01-01'),
    rate('USD', '8', 'CCC', '2020-01-01'),
    rate('USD', '99', 'BBB', '2020-01-05'),
    rate('DDD', '3', 'USD', '2020-01-01'),
  ]
  await storeRates(db, rates, common)
  const [found, by] = await shown(['BBB', 'DDD'], 'CCC', '2020-01-31')
  assert.deepEqual(found, { currency: 'BBB', rate: 4, date: '2020-01-01', source: 'test' })
  assert.deepEqual(by, { currency: 'DDD', rate: 24, date: '2020-01-01', source: 'test' })
  assert.deepEqual(await shown(['USD'], 'CCC', '2020-01-31'), [
    { currency: 'USD', rate: 8, date: '2020-01-01', source: 'test' },
  ])
})

test("a company's own rate comes before all others, for that company alone", async () => {
  await storeRates(db, [{ ...rate('AAA', '0.5', 'USD', '2020-01-15'), source: 'set by hand' }], {
    companyId: acme.id,
    byHand: true,
  })
  assert.deepEqual(await shown(['AAA'], 'USD', '2020-03-01'), [
    { currency: 'AAA', rate: 0.5, date: '2020-01-15', source: 'set by hand' },
  ])
  assert.equal((await shown(['AAA'], 'USD', '2020-01-14'))[0]!.rate, 0.01)
  assert.equal((await shown(['AAA'], 'USD', '2020-03-01', other))[0]!.rate, 0.008)
  // The same rate holds the other way round.
  assert.equal((await shown(['USD'], 'AAA', '2020-03-01'))[0]!.rate, 2)
})

test('what a person set is not overwritten by what is read from elsewhere', async () => {
  await storeRates(db, [{ ...rate('EEE', '7', 'USD', '2020-01-01'), source: 'a person' }], {
    companyId: null,
    byHand: true,
  })
  await storeRates(db, [{ ...rate('EEE', '8', 'USD', '2020-01-01'), source: 'a machine' }], common)
  assert.deepEqual(await shown(['EEE'], 'USD', '2020-01-01'), [
    { currency: 'EEE', rate: 7, date: '2020-01-01', source: 'a person' },
  ])
})

test('rates come in the box with their day and source, and loading them twice changes nothing', async () => {
  await loadSnapshot(db)
  const [yen] = await shown(['JPY'], 'USD', '2026-09-29')
  assert.deepEqual([yen!.date, yen!.source], ['2026-09-29', '@fawazahmed0/currency-api'])
  assert.ok(yen!.rate > 0.001 && yen!.rate < 0.1)
  const count = () => db.selectFrom('currency_rates').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const before = await count()
  await loadSnapshot(db)
  assert.deepEqual(await count(), before)
})

test("a company's currency is that of most of its accounts, the first among equals, and then stays", async () => {
  const company = await createCompany(db, { name: 'New', slug: 'new' })
  assert.equal(await companyCurrency({ db }, { company }, builtIn.names), null)
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  const add = (id: string, currency: string) =>
    db
      .insertInto('ad_accounts')
      .values({
        ...{
          company_id: company.id,
          workspace_id: workspace!.id,
          platform: 'tiktok',
          account_id: id,
          name: id,
          currency,
        },
        ...{ time_zone: 'UTC', status: 'active', is_sandbox: true },
      })
      .execute()
  for (const [id, currency] of Object.entries({ a: 'USD', b: 'EUR', c: 'JPY', d: 'EUR', e: 'USD' }))
    await add(id, currency)
  const asked = await Promise.all(Array.from({ length: 4 }, () => companyCurrency({ db }, { company }, builtIn.names)))
  assert.deepEqual([...new Set(asked)], ['USD'])
  await add('f', 'EUR')
  await add('g', 'EUR')
  assert.equal(await companyCurrency({ db }, { company }, builtIn.names), 'USD')
  await setCompanyCurrency(db, company.id, 'JPY')
  assert.equal(await companyCurrency({ db }, { company }, builtIn.names), 'JPY')
})
