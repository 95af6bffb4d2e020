import { listed } from '../../../languages/lists.ts'
import { t } from '../../../languages/t.ts'

const fields: Record<string, string> = {
  event: t('the event'),
  url: t('the address'),
  domain: t('the domain'),
  referrer_domain: t('the domain that it came from'),
  value: t('the value'),
}

/** By the platform's own words; those for any case of letters read the same. */
function compared(operator: string, field: string, value: string): string | null {
  switch (operator.replace(/^i_/, '')) {
    case 'eq':
      return t('{field} is “{value}”', { field, value })
    case 'neq':
      return t('{field} is not “{value}”', { field, value })
    case 'contains':
      return t('{field} contains “{value}”', { field, value })
    case 'not_contains':
      return t('{field} does not contain “{value}”', { field, value })
    case 'gt':
      return t('{field} is above {value}', { field, value })
    case 'gte':
      return t('{field} is at least {value}', { field, value })
    case 'lt':
      return t('{field} is below {value}', { field, value })
    case 'lte':
      return t('{field} is at most {value}', { field, value })
    default:
      return null
  }
}

/** What a custom conversion counts, from the rule that the platform keeps; null: there is something else in it. */
export function ruleInWords(rule: string): string | null {
  try {
    return inWords(JSON.parse(rule))
  } catch {
    return null
  }
}

function inWords(rule: unknown): string | null {
  const [[name, inside] = ['', null], ...others] = entriesOf(rule)
  if (others.length > 0) return null
  if (Array.isArray(inside)) {
    const parts = inside.map(inWords)
    if (!parts.every((part) => part !== null) || !['and', 'or'].includes(name)) return null
    if (parts.length < 2 || name === 'and') return listed(parts)
    return t('one of these: {parts}', { parts: parts.join('; ') })
  }
  const [[operator, value] = ['', null], ...more] = entriesOf(inside)
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return isPlain && more.length === 0 ? compared(operator, fields[name] ?? name, String(value)) : null
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
