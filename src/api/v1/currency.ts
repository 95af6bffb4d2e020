import { z } from 'zod'
import { readCurrency } from '../../core/connections/currency.ts'
import { setCurrency } from '../../core/connections/currency.ts'
import { stepUpMinutes } from '../../core/people/step-up.ts'
import { operation } from '../../call/operation.ts'
import { CurrencyCode, RateShape } from '../shapes.ts'

const CompanyCurrency = z
  .object({
    currency: CurrencyCode.nullable().meta({
      description:
        "What the company's totals are in: as set, else the currency of most of its accounts when it was first needed. " +
        'null while no account is known.',
    }),
    rates: z.array(RateShape).meta({ description: 'The newest rate of each other currency of its accounts.' }),
    missing: z.array(CurrencyCode).meta({ description: 'Currencies of its accounts that there is no rate of.' }),
  })
  .meta({ id: 'CompanyCurrency' })

/** More than there are currencies. */
const maxRates = 300

export const getCurrency = operation({
  name: 'get_currency',
  rest: { method: 'GET', path: '/v1/currency' },
  section: 'Reporting',
  summary: "The company's currency, and the rates by which amounts in others are converted to it.",
  description:
    "A company's own rates come before those that hold for all companies. Totals of earlier days are converted with " +
    'the newest rates from their last day or before; they show them in their own metadata.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: CompanyCurrency,
  handle: (deps, call) => readCurrency(deps, call),
})

export const putCurrency = operation({
  name: 'set_currency',
  rest: { method: 'PUT', path: '/v1/currency' },
  section: 'Reporting',
  summary: "Set the company's currency and its own rates. For people: API keys get 403.",
  description:
    'A rate decides how much a limit in another currency allows, so no API key may set one, whatever its scopes, and a ' +
    `person needs a sign-in of the last ${stepUpMinutes} minutes. The ` +
    'operator does it with `flightdeck currency set EUR --company acme` and `flightdeck rates set JPY 0.0061 --company acme`.',
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck currency set EUR, flightdeck rates set JPY 0.0061',
  failures: ['step_up_required'],
  input: z.object({
    currency: CurrencyCode.optional().meta({ description: 'What totals are to be in, by the ISO 4217 code.' }),
    rates: z
      .array(RateShape.partial({ source: true }))
      .max(maxRates)
      .optional()
      .meta({ description: "The company's own rates, which come before those that hold for all companies." }),
  }),
  reply: CompanyCurrency,
  async handle(deps, call, input) {
    call.touched({ before: await readCurrency(deps, call) })
    return setCurrency(deps, call, input)
  },
})
