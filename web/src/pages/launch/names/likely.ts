import { isId } from '../../../../../client/src/sheet/values.ts'
import { knownSignals } from '../sheet/known.ts'
import type { Row } from '../sheet/rows.ts'
import type { Choice } from './matching.ts'
import type { Directory } from './resolve.ts'

const columns = ['account', 'ad set', 'page', 'secondary'] as const
type IdColumn = (typeof columns)[number]

const isOfIds = (column: string | null): column is IdColumn => columns.some((one) => one === column)

/** What an id could be, by its column and account: empty while it is asked for. */
const choices = new Map<string, readonly Choice[]>()

const keyOf = (column: IdColumn, account: string) => `${column} ${column === 'account' ? '' : account}`
const accountIn = ({ cells }: Row) => (cells.account ?? '').trim()

/** Something is wrong with an id of the row: which ids there are is asked once, so that the one that was meant can be proposed. */
export async function learnLikely(directory: Directory, row: Row, column: string | null): Promise<void> {
  if (!isOfIds(column)) return
  const account = accountIn(row)
  const key = keyOf(column, account)
  if (choices.has(key) || (column !== 'account' && account === '')) return
  choices.set(key, [])
  try {
    choices.set(key, await directory({ column, text: '', account, campaign: '' }))
    knownSignals.notify('names')
  } catch {
    // Without it nothing is proposed; the next finding asks again.
    choices.delete(key)
  }
}

/** What can stand in the column of a row by its account, as far as it was asked for. */
export function choicesFor(column: string, row: Row | undefined): readonly Choice[] {
  return row && isOfIds(column) ? (choices.get(keyOf(column, accountIn(row))) ?? []) : []
}

/** Where nothing else can be meant: the only one that there is. */
export function onlyId(column: string, row: Row | undefined): string | null {
  const ids = new Set(choicesFor(column, row).map(({ value }) => value))
  const [only = null] = ids
  return ids.size === 1 ? only : null
}

/** The one id that is almost the same as what stands there: a digit too many, or rounded by a spreadsheet. */
export function likelyId(column: string, row: Row | undefined): string | null {
  const text = (row?.cells[column] ?? '').trim()
  return isId(text) || /^(act_)?\d+$/.test(text) ? nearId(text, choicesFor(column, row)) : null
}

export function nearId(text: string, all: readonly Pick<Choice, 'value'>[]): string | null {
  const ids = [...new Set(all.map(({ value }) => value))]
  if (ids.includes(text)) return null
  const near = ids.filter((id) => isNear(id, text))
  const rounded = near.length > 0 ? near : ids.filter((id) => isRounded(id, text))
  return rounded.length === 1 ? (rounded[0] ?? null) : null
}

/** One character too many, too few or another, or two that were swapped. */
function isNear(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one]
  const at = [...long].findIndex((letter, place) => letter !== short[place])
  if (long.length === short.length + 1) return at === -1 || long.slice(at + 1) === short.slice(at)
  if (long.length !== short.length) return false
  const isSwap = long.charAt(at) === short.charAt(at + 1) && long.charAt(at + 1) === short.charAt(at)
  return long.slice(at + 1) === short.slice(at + 1) || (isSwap && long.slice(at + 2) === short.slice(at + 2))
}

const fewestDigits = 5

/** Spreadsheets keep fifteen digits of a number at most, and show fewer. */
function isRounded(id: string, text: string): boolean {
  const digits = text.replace(/0+$/, '')
  return (
    text.length === id.length &&
    text.length > digits.length &&
    digits.length >= fewestDigits &&
    id.startsWith(digits.slice(0, -1))
  )
}
