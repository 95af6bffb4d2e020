import { money } from '../../ui/words/format.ts'

const maxLength = 200

/** What a field was or became, for people. Money comes in the smallest unit of the currency. */
export function shownValue(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && /budget|bid|amount|spend_cap/.test(field))
    return money(inMain(value, currency), currency)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text
}

function inMain(minor: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return minor / 10 ** maximumFractionDigits
}
