import { groupKind } from '../builder/draft.ts'
import type { Compare, Condition, Window } from '../builder/draft.ts'
import { both, either } from './joined.ts'
import { fieldNames, metricName, operatorNames, operatorWord, windowNames } from './names.ts'
import { numberLocale } from '../../../ui/words/locale.ts'
import { t } from '../../../languages/t.ts'

const blank = '…'

function windowWords(window: Window | undefined): string {
  if (window === undefined) return blank
  if (typeof window === 'string') return windowNames[window] ?? window
  const { days, endingDaysAgo = 0 } = window
  const length = t({ one: 'the day', other: 'the {days} days' }, { count: Number(days), days: days ?? blank })
  if (endingDaysAgo === 0)
    return t({ one: 'today', other: 'the last {days} days' }, { count: Number(days), days: days ?? blank })
  return t(
    { one: '{length} that ended yesterday', other: '{length} that ended {count} days ago' },
    { count: endingDaysAgo, length },
  )
}

/** A condition as people say it. Groups within groups stand in brackets. */
export function conditionWords(condition: Condition, isInner = false): string {
  const kind = groupKind(condition)
  if (kind === null) return condition.field === undefined ? metricWords(condition) : fieldWords(condition)
  const parts = (condition[kind] ?? []).map((part) => conditionWords(part, true))
  if (parts.length === 0) return blank
  const joined = kind === 'all' ? both(parts) : either(parts)
  if (kind === 'not')
    return t(
      { one: 'it is not so that {joined}', other: 'it is not so that ({joined})' },
      { count: parts.length, joined },
    )
  return isInner && parts.length > 1 ? `(${joined})` : joined
}

function metricWords({ metric, window, operator, value, compareTo }: Condition): string {
  if (metric === undefined) return blank
  const left = t('{metricName} in {window}', { metricName: metricName(metric), window: windowWords(window) })
  const right = compareTo ? compareWords(compareTo, metric, window) : valueWords(value)
  return `${left} ${operatorNames[operatorWord(operator)] ?? blank} ${right}`
}

function compareWords({ metric, window, siblings, factor = 1 }: Compare, own: string, ownWindow?: Window): string {
  const times = (words: string) =>
    factor === 1 ? words : t('{times} times {words}', { times: factor.toLocaleString(numberLocale), words })
  const days = window === undefined ? '' : t('in {window}', { window: windowWords(window) })
  if (siblings) {
    const average = metric
      ? t('the average {metricName} of its siblings', { metricName: metricName(metric) })
      : t('the average of its siblings')
    return times([average, days].filter(Boolean).join(' '))
  }
  const what =
    metric === undefined || metric === own
      ? t('what it was')
      : t('its {metricName}', { metricName: metricName(metric) })
  const when = days || (metric ? t('in {window}', { window: windowWords(ownWindow) }) : '')
  return times([what, when].filter(Boolean).join(' '))
}

function fieldWords({ field = '', operator, value }: Condition): string {
  const name = fieldNames[field] ?? field
  const word = operatorWord(operator)
  const said = word === 'eq' ? t('is') : (operatorNames[word] ?? blank)
  return t('its {name} {said} {value}', { name, said, value: valueWords(value) })
}

function valueWords(value: Condition['value']): string {
  if (value === undefined || value === '') return blank
  const quoted = (each: string | number) =>
    typeof each === 'number' ? each.toLocaleString(numberLocale) : t('“{text}”', { text: each })
  return Array.isArray(value) ? value.map(quoted).join(', ') || blank : quoted(value)
}
