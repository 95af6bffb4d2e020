import { groupKind } from '../builder/draft.ts'
import type { Compare, Condition, Window } from '../builder/draft.ts'
import { fieldNames, metricName, operatorNames, operatorWord, windowNames } from './names.ts'
import { numberLocale } from '../../../ui/words/locale.ts'

const blank = '…'

function windowWords(window: Window | undefined): string {
  if (window === undefined) return blank
  if (typeof window === 'string') return windowNames[window] ?? window
  const { days, endingDaysAgo = 0 } = window
  const length = days === 1 ? 'the day' : `the ${days ?? blank} days`
  if (endingDaysAgo === 0) return days === 1 ? 'today' : `the last ${days ?? blank} days`
  return `${length} that ended ${endingDaysAgo === 1 ? 'yesterday' : `${endingDaysAgo} days ago`}`
}

/** A condition as people say it. Groups within groups stand in brackets. */
export function conditionWords(condition: Condition, isInner = false): string {
  const kind = groupKind(condition)
  if (kind === null) return condition.field === undefined ? metricWords(condition) : fieldWords(condition)
  const parts = (condition[kind] ?? []).map((part) => conditionWords(part, true))
  if (parts.length === 0) return blank
  const joined = parts.join(kind === 'all' ? ' and ' : ' or ')
  if (kind === 'not') return parts.length === 1 ? `it is not so that ${joined}` : `it is not so that (${joined})`
  return isInner && parts.length > 1 ? `(${joined})` : joined
}

function metricWords({ metric, window, operator, value, compareTo }: Condition): string {
  if (metric === undefined) return blank
  const left = `${metricName(metric)} in ${windowWords(window)}`
  const right = compareTo ? compareWords(compareTo, metric, window) : valueWords(value)
  return `${left} ${operatorNames[operatorWord(operator)] ?? blank} ${right}`
}

function compareWords({ metric, window, siblings, factor = 1 }: Compare, own: string, ownWindow?: Window): string {
  const times = factor === 1 ? '' : `${factor} times `
  const days = window === undefined ? '' : ` in ${windowWords(window)}`
  if (siblings) return `${times}the average ${metric ? `${metricName(metric)} ` : ''}of its siblings${days}`
  const what = metric === undefined || metric === own ? 'what it was' : `its ${metricName(metric)}`
  return `${times}${what}${days || (metric ? ` in ${windowWords(ownWindow)}` : '')}`
}

function fieldWords({ field = '', operator, value }: Condition): string {
  const name = fieldNames[field] ?? field
  const word = operatorWord(operator)
  const said = word === 'eq' ? 'is' : (operatorNames[word] ?? blank)
  return `its ${name} ${said} ${valueWords(value)}`
}

function valueWords(value: Condition['value']): string {
  if (value === undefined || value === '') return blank
  const quoted = (each: string | number) => (typeof each === 'number' ? each.toLocaleString(numberLocale) : `“${each}”`)
  return Array.isArray(value) ? value.map(quoted).join(', ') || blank : quoted(value)
}
