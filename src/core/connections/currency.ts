import { inTransaction } from '../../db/connect.ts'
import { badRequest, brokenRules } from '../../errors.ts'
import type { Context } from '../context.ts'
import { companyCurrency, setCompanyCurrency } from '../currency/company-currency.ts'
import { showRate } from '../currency/convert.ts'
import { currenciesInUse, ratesOn } from '../currency/rates.ts'
import { currencyIssues, dayIssues, rateIssues, twice } from '../currency/read-rates.ts'
import type { NewRate } from '../currency/read-rates.ts'
import { storeRates } from '../currency/store-rates.ts'
import { todayIn } from '../../days.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshSignIn } from '../people/step-up.ts'
import { listAccounts } from './accounts.ts'

export interface CurrencyOverview {
  /** null: no account is known yet. */
  currency: string | null
  rates: ReturnType<typeof showRate>[]
  /** Currencies of accounts that there is no rate of. */
  missing: string[]
}

/** What a company's totals are in, and what the other currencies of its accounts are worth today. */
export async function readCurrency(deps: AccountDeps, context: Pick<Context, 'company'>): Promise<CurrencyOverview> {
  // Asks the platforms for accounts that are not known yet.
  await listAccounts(deps, context, { offset: 0, limit: 1 })
  const currency = await companyCurrency(deps, context, deps.connections.platforms.names)
  if (currency === null) return { currency, rates: [], missing: [] }
  const from = await currenciesInUse(deps, context)
  const { byCurrency } = await ratesOn(deps, context, { from, to: currency, day: todayIn('UTC') })
  const missing = from.filter((each) => each !== currency && !byCurrency.has(each))
  return { currency, rates: [...byCurrency.values()].map(showRate), missing }
}

export interface WantedCurrency {
  currency?: string
  rates?: { currency: string; rate: number; date: string; source?: string }[]
}

/** Sets what totals are in and the company's own rates. A rate can loosen a guard, so that a person must have signed in lately. */
export async function setCurrency(
  deps: AccountDeps,
  context: Pick<Context, 'company' | 'actor'>,
  { currency, rates = [] }: WantedCurrency,
): Promise<CurrencyOverview> {
  const { company, actor } = context
  const issues = currency === undefined ? [] : currencyIssues('currency', currency)
  rates.forEach((each, index) => {
    issues.push(...currencyIssues(`rates.${index}.currency`, each.currency))
    issues.push(...rateIssues(`rates.${index}.rate`, each.rate))
    issues.push(...dayIssues(`rates.${index}.date`, each.date, todayIn('UTC')))
  })
  if (issues.length > 0) throw badRequest(issues)
  await requireFreshSignIn(deps.db, context)
  await inTransaction(deps.db, async (db) => {
    if (currency !== undefined) await setCompanyCurrency(db, company.id, currency)
    const inCurrency = currency ?? (await companyCurrency({ db }, context, deps.connections.platforms.names))
    if (rates.length === 0) return
    if (inCurrency === null)
      throw brokenRules([{ path: 'currency', message: 'is required: no ad account is known yet' }])
    const created = rates.map((each): NewRate => {
      const source = each.source ?? `set by ${actor.name}`
      return { currency: each.currency, inCurrency, day: each.date, rate: String(each.rate), source }
    })
    const own = created.findIndex((each) => each.currency === inCurrency)
    if (own >= 0) throw brokenRules([{ path: `rates.${own}.currency`, message: "is the company's own currency" }])
    const doubled = twice(created)
    if (doubled.length > 0) throw brokenRules(doubled.map(({ message }) => ({ path: 'rates', message })))
    await storeRates(db, created, { companyId: company.id, byHand: true })
  })
  return readCurrency(deps, context)
}
