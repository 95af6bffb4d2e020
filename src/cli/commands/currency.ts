import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Company } from '../../core/people/companies/companies.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import { isCurrency } from '../../core/currency/codes.ts'
import { companyCurrency, setCompanyCurrency, settledCurrency } from '../../core/currency/company-currency.ts'
import type { Db } from '../../db/connect.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { explain, print } from '../print.ts'

export function addCurrencyCommands(program: Command): void {
  const currency = program.command('currency').description("a company's currency, in which its totals are")
  currency.command('show').description('print it').option('--company <slug>', 'whose currency', demoSlug).action(show)
  currency
    .command('set')
    .description('set it; amounts in other currencies are converted by the rates of `flightdeck rates list`')
    .argument('<code>', 'its ISO 4217 code, such as EUR', parseCurrency)
    .option('--company <slug>', 'whose currency', demoSlug)
    .action(set)
}

export function parseCurrency(text: string): string {
  const code = text.trim().toUpperCase()
  if (!isCurrency(code)) throw new InvalidArgumentError('It is not the code of a currency, such as EUR.')
  return code
}

/** Platforms take longer to load than all of the rest, and are asked only where a currency must be settled. */
export async function currencyOf(db: Db, company: Company): Promise<string | null> {
  const settled = await settledCurrency(db, company.id)
  if (settled !== null) return settled
  const { builtIn } = await import('../../platforms/index.ts')
  return companyCurrency({ db }, { company }, builtIn.names)
}

async function show(options: { company: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const currency = await currencyOf(db, company)
    if (currency) return print(currency)
    explain(
      `${company.name} has no currency yet: it becomes that of most of its ad accounts. Or: flightdeck currency set`,
    )
  })
}

async function set(currency: string, options: { company: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    await audited(db, company, async (trx) => {
      const before = { currency: await currencyOf(trx, company) }
      const result = await setCompanyCurrency(trx, company.id, currency)
      return { result, entry: { action: 'currency set', before, after: { currency } } }
    })
    print(`The totals of ${company.name} are in ${currency} from now on.`)
  })
}
