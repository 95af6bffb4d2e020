import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { listAccounts } from '../../core/accounts.ts'
import { companyCurrency } from '../../core/currency/company-currency.ts'
import { showRate } from '../../core/currency/convert.ts'
import { currenciesInUse, ratesOn } from '../../core/currency/rates.ts'
import { todayIn } from '../../core/reports/sync/windows.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { companyOf } from '../caller.ts'
import { CurrencyCode, RateShape } from '../shapes.ts'

const reply = z.object({
  currency: CurrencyCode.nullable().meta({
    description:
      "What the company's totals are in: as set, else the currency of most of its accounts when it was first needed. " +
      'null while no account is known.',
  }),
  rates: z.array(RateShape).meta({ description: 'The newest rate of each other currency of its accounts.' }),
  missing: z.array(CurrencyCode).meta({ description: 'Currencies of its accounts that there is no rate of.' }),
})

export const getCurrency = defineEndpoint({
  method: 'GET',
  path: '/v1/currency',
  section: 'Reporting',
  summary: "The company's currency, and the rates by which amounts in others are converted to it.",
  description:
    "A company's own rates come before those that hold for all companies. Totals of earlier days are converted with " +
    'the newest rates from their last day or before; they show them in their own metadata.',
  scope: 'read',
  tool: 'get_currency',
  reply,
  async handle({ caller, services }) {
    const { db } = services
    // Asks the platforms for accounts that are not known yet.
    await listAccounts(services, companyOf(caller), { offset: 0, limit: 1 })
    const currency = await companyCurrency(db, caller.companyId)
    if (currency === null) return { currency, rates: [], missing: [] }
    const from = await currenciesInUse(db, caller.companyId)
    const { byCurrency } = await ratesOn(db, caller.companyId, { from, to: currency, day: todayIn('UTC') })
    const missing = from.filter((each) => each !== currency && !byCurrency.has(each))
    return { currency, rates: [...byCurrency.values()].map(showRate), missing }
  },
})

export const putCurrency = defineEndpoint({
  method: 'PUT',
  path: '/v1/currency',
  section: 'Reporting',
  summary: "Set the company's currency and its own rates. For people: API keys get 403.",
  description:
    'A rate decides how much a limit in another currency allows, so no API key may set one, whatever its scopes. The ' +
    'operator does it with `flightdeck currency set EUR --company acme` and `flightdeck rates set JPY 0.0061 --company acme`.',
  scope: 'admin',
  body: z.object({ currency: CurrencyCode.optional(), rates: z.array(RateShape.partial({ source: true })).optional() }),
  reply,
  async handle({ caller }) {
    throw new AppError(
      'forbidden',
      'An API key cannot set the currency or its rates, because they decide how much a spend limit allows. A signed-in ' +
        `person does it, or the operator's command line: flightdeck currency set EUR --company ${caller.companySlug}`,
      { needed: 'a signed-in person' },
    )
  },
})
