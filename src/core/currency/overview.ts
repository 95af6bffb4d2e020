import type { Services } from '../../services.ts'
import { listAccounts } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { todayIn } from '../days/calendar.ts'
import { companyCurrency } from './company-currency.ts'
import { showRate } from './convert.ts'
import { currenciesInUse, ratesOn } from './rates.ts'

export interface CurrencyOverview {
  /** null: no account is known yet. */
  currency: string | null
  rates: ReturnType<typeof showRate>[]
  /** Currencies of accounts that there is no rate of. */
  missing: string[]
}

/** What a company's totals are in, and what the other currencies of its accounts are worth today. */
export async function readCurrency(
  deps: Pick<Services, 'db' | 'connections'>,
  context: Pick<Context, 'company'>,
): Promise<CurrencyOverview> {
  // Asks the platforms for accounts that are not known yet.
  await listAccounts(deps, context, { offset: 0, limit: 1 })
  const currency = await companyCurrency(deps, context, deps.connections.platforms.names)
  if (currency === null) return { currency, rates: [], missing: [] }
  const from = await currenciesInUse(deps, context)
  const { byCurrency } = await ratesOn(deps, context, { from, to: currency, day: todayIn('UTC') })
  const missing = from.filter((each) => each !== currency && !byCurrency.has(each))
  return { currency, rates: [...byCurrency.values()].map(showRate), missing }
}
