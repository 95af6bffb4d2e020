import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Company } from '../../core/people/companies/companies.ts'
import { hubCurrency } from '../../core/currency/codes.ts'
import { dayIssues, rateIssues } from '../../core/currency/read-rates.ts'
import type { NewRate } from '../../core/currency/read-rates.ts'
import { readRatesFile } from '../../core/currency/read-rates-file.ts'
import { loadSnapshot } from '../../core/currency/snapshot.ts'
import { listRates, removeRates, storeRates } from '../../core/currency/store-rates.ts'
import { todayIn } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { required } from '../../lookup.ts'
import { currencyOf, parseCurrency } from './currency.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { countOf, explain, formatTable, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addRatesCommands(program: Command): void {
  const rates = program.command('rates').description('list, import and set what currencies are worth')
  rates
    .command('list')
    .description('list the newest rate of each currency with its day and source')
    .option('--company <slug>', "all of this company's own rates, which come before the others")
    .action(list)
  rates
    .command('import')
    .description(
      'keep the rates of a file: JSON [{ "currency": "EUR", "rate": 1.08, "date": "2026-11-01" }], CSV with the first ' +
        'line currency,rate,date, or a file of daily rates { "date": "2026-11-01", "usd": { "eur": 0.93 } }. A rate says ' +
        `what one unit of the currency is worth in the company's own, or without --company in ${hubCurrency}. A field ` +
        '"source" says where it comes from. When anything is wrong, everything that is wrong is listed and nothing is kept.',
    )
    .argument('<file>', 'its path')
    .option('--company <slug>', 'for this company alone, before all others; for every company when left out')
    .action(importFile)
  rates
    .command('set')
    .description("set a company's own rate; it comes before all others until it is removed")
    .argument('<currency>', 'the code of a currency, such as JPY', parseCurrency)
    .argument('<rate>', "what one unit of it is worth in the company's currency", parseRate)
    .option('--date <day>', 'the day from which on it holds; today when left out', parseDay, todayIn('UTC'))
    .requiredOption('--company <slug>', 'whose rate')
    .action(set)
  rates
    .command('remove')
    .description("remove a company's own rates of a currency, so that those for every company hold again")
    .argument('<currency>', 'the code of a currency, such as JPY', parseCurrency)
    .option('--date <day>', 'only the one of this day', parseDay)
    .requiredOption('--company <slug>', 'whose rates')
    .action(remove)
}

function parseRate(text: string): string {
  const [issue] = rateIssues('', text)
  if (issue) throw new InvalidArgumentError(`It ${issue.message}.`)
  return text.trim()
}

function parseDay(text: string): string {
  const [issue] = dayIssues('', text, todayIn('UTC'))
  if (issue) throw new InvalidArgumentError(`It ${issue.message}.`)
  return text
}

async function list(options: { company?: string }): Promise<void> {
  await withRates(options.company, async (db, company) => {
    const rows = await listRates(db, company?.id ?? null)
    if (rows.length === 0)
      return explain(`${required(company, 'company').name} has no rates of its own; those for every company hold.`)
    const table = rows.map((row) => [row.currency, row.rate, row.in_currency, row.day, row.source])
    print(formatTable(['currency', 'rate', 'in', 'date', 'source'], table))
  })
}

async function importFile(path: string, options: { company?: string }): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandProblem(`The file ${path} cannot be read.`)
  })
  await withRates(options.company, async (db, company) => {
    const inCurrency = company ? await currencyOfRates(db, company) : hubCurrency
    const rules = { source: `imported from ${basename(path)}`, today: todayIn('UTC'), inCurrency }
    const { rates, issues } = readRatesFile(text, rules)
    if (issues.length > 0) {
      for (const { path: place, message } of issues)
        explain(`${basename(path)}: ${place} ${message}`.replace('  ', ' '))
      throw new CommandProblem(`Nothing is kept: the file has ${countOf(issues.length, 'problem')}.`)
    }
    await keepImported(db, company, rates)
    print(`${countOf(rates.length, 'rate')} kept for ${company?.name ?? 'every company'}.`)
  })
}

/** Rates for every company belong to nobody's log. */
async function keepImported(db: Db, company: Company | null, rates: NewRate[]): Promise<void> {
  if (!company) return storeRates(db, rates, { companyId: null, byHand: true })
  await audited(db, company, async (trx) => {
    const before = { rates: await listRates(trx, company.id) }
    const result = await storeRates(trx, rates, { companyId: company.id, byHand: true })
    return { result, entry: { action: 'rates import', before, after: { rates } } }
  })
}

async function set(currency: string, rate: string, options: { date: string; company: string }): Promise<void> {
  await withRates(options.company, async (db, chosen) => {
    const company = required(chosen, 'company')
    const inCurrency = await currencyOfRates(db, company)
    if (currency === inCurrency) throw new CommandProblem(`${currency} is ${company.name}'s own currency.`)
    const created = { currency, inCurrency, rate, day: options.date, source: 'set by hand' }
    await audited(db, company, async (trx) => {
      const before = { rates: await ownRatesOf(trx, company, currency) }
      const result = await storeRates(trx, [created], { companyId: company.id, byHand: true })
      return { result, entry: { action: 'rates set', targets: [`currency:${currency}`], before, after: created } }
    })
    print(`For ${company.name}, 1 ${currency} is ${rate} ${inCurrency} from ${options.date} on.`)
  })
}

async function remove(currency: string, options: { date?: string; company: string }): Promise<void> {
  await withRates(options.company, async (db, chosen) => {
    const company = required(chosen, 'company')
    const removed = await audited(db, company, async (trx) => {
      const before = { rates: await ownRatesOf(trx, company, currency) }
      const result = await removeRates(trx, company.id, { currency, day: options.date })
      const entry = { action: 'rates remove', targets: [`currency:${currency}`], before, after: { removed: result } }
      return { result, entry: result > 0 ? entry : null }
    })
    if (removed === 0)
      throw new CommandProblem(`${company.name} has no such rate. See: flightdeck rates list --company`)
    print(`${countOf(removed, 'rate')} of ${currency} removed.`)
  })
}

/** What the company has set for a currency itself. */
async function ownRatesOf(db: Db, company: Company, currency: string) {
  return (await listRates(db, company.id)).filter((rate) => rate.currency === currency)
}

async function currencyOfRates(db: Db, company: Company): Promise<string> {
  const currency = await currencyOf(db, company)
  if (currency) return currency
  const command = `flightdeck currency set EUR --company ${company.slug}`
  throw new CommandProblem(`${company.name} has no currency yet that a rate could be in. Set it with: ${command}`)
}

async function withRates(
  slug: string | undefined,
  work: (db: Db, company: Company | null) => Promise<void>,
): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    await loadSnapshot(db)
    await work(db, slug === undefined ? null : await companyWithSlug(db, slug))
  })
}
