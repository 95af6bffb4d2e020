import { money } from '../../ui/words/format.ts'

const maxLength = 200

/** What a field was or became, for people. Money comes in the smallest unit of the currency. */
export function shownValue(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && /budget|bid|amount|spend_cap/.test(field))
    return money(inMain(value, currency), currency)
  const text = inWords(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)} …` : text
}

/** Lists and what has parts, such as an audience: each part with its name. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(value.some(hasParts) ? ' · ' : ', ')
  if (!hasParts(value)) return String(value)
  const { content, children } = value
  if (typeof content === 'string') return children === undefined ? content : `${content} ${inWords(children)}`
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll('_', ' ')}: ${inWords(part)}`)
    .join(', ')
}

const hasParts = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function inMain(minor: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return minor / 10 ** maximumFractionDigits
}
