import type { Account, Fields } from '../objects.ts'
import { recordOf, textOf } from '../objects.ts'
import type { Problems } from './problems.ts'

/** How many of a currency a dollar is about. */
const perDollar: Record<string, number> = { JPY: 150 }

const minDollars = { dailyBudget: 10, totalBudget: 100, unitCost: 0 }

function scaleOf(currency: string): number {
  return perDollar[currency] ?? 1
}

export function amountOf(value: unknown): number {
  return Number(textOf(recordOf(value)['amount']))
}

/** A sum of money: in the account's currency, in steps of its smallest unit, and not too small. */
export function checkMoney(problems: Problems, account: Account, fields: Fields, name: keyof typeof minDollars): void {
  const value = fields[name]
  if (value === undefined) return
  const { amount, currencyCode } = recordOf(value)
  const digits = account.currency === 'JPY' ? 0 : 2
  const isNumber = /^\d+(\.\d+)?$/.test(textOf(amount))
  const decimals = textOf(amount).split('.')[1]?.replace(/0+$/, '') ?? ''
  if (currencyCode === undefined) problems.add('MISSING_FIELD', `${name}/currencyCode`, 'currencyCode is required')
  else if (currencyCode !== account.currency)
    problems.add(
      'CURRENCY_MISMATCH',
      `${name}/currencyCode`,
      `The currency ${textOf(currencyCode)} is not that of the account, ${account.currency}`,
    )
  if (amount === undefined) problems.add('MISSING_FIELD', `${name}/amount`, 'amount is required')
  else if (!isNumber || decimals.length > digits)
    problems.invalid(`${name}/amount`, `${textOf(amount)} is not an amount of ${account.currency}`)
  else if (Number(amount) < minDollars[name] * scaleOf(account.currency))
    problems.add(
      'FIELD_VALUE_TOO_LOW',
      `${name}/amount`,
      `The least that ${name} can be is ${minDollars[name] * scaleOf(account.currency)}`,
    )
  else if (Number(amount) > 1e9) problems.add('FIELD_VALUE_TOO_HIGH', `${name}/amount`, `${name} is too high`)
}

/** A start and perhaps an end, in milliseconds. */
export function checkSchedule(problems: Problems, fields: Fields, now: number, before?: Fields): void {
  const { start, end } = recordOf(fields['runSchedule']) as { start?: number; end?: number }
  const old = recordOf(before?.['runSchedule'])
  if (start !== undefined && start !== old['start'] && start < now - startSlack)
    problems.add('DATE_TOO_EARLY', 'runSchedule/start', 'The start is in the past')
  if (end !== undefined && end !== old['end'] && end <= now)
    problems.add('DATE_TOO_EARLY', 'runSchedule/end', 'The end is in the past')
  if (start !== undefined && end !== undefined && end <= start)
    problems.invalid('runSchedule/end', 'The end is not after the start')
}

/** A start "now" is on its way for a while. */
const startSlack = 5 * 60_000
