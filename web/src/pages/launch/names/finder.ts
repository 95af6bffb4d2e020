import { setInThese } from '../sheet/edits.ts'
import type { Row } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'
import type { Choice } from './matching.ts'
import { isAsked, isOver, resolve } from './resolve.ts'
import type { Directory, Found, Past } from './resolve.ts'
import { keyOf, openNamesOf } from './open-names.ts'
import type { OpenName } from './open-names.ts'

const waitMs = 60
const tryAgainMs = 15_000

/** A name that somebody has to decide about, once for all rows that have it. */
export interface Question extends OpenName {
  key: string
  rows: number[]
  /** Those that are meant exactly: several. */
  exact: Choice[]
  near: Choice[]
  all: Choice[]
  goneFrom?: string
}

/** Puts the ids of what is called by its name into the sheet, and keeps what it has to ask. */
export interface NameFinder {
  questions(): readonly Question[]
  /** Whether a name of the row is being looked up. */
  isLooking(row: Row): boolean
  /** This is meant, in all rows that say so. */
  answer(question: Question, value: string): void
  start(): () => void
}

export function createNameFinder(sheet: SheetStore, directory: Directory, past: Past): NameFinder {
  const known = new Map<string, Found>()
  let questions: readonly Question[] = []
  let wait: ReturnType<typeof setTimeout> | undefined

  function soon(): void {
    clearTimeout(wait)
    wait = setTimeout(look, waitMs)
  }

  /** What is still to be looked up is; then what is unique takes the place of its name. */
  function look(): void {
    const open = openIn(sheet)
    for (const [key, { name }] of open) if (!known.has(key)) ask(key, name)
    let content = sheet.content()
    for (const [key, { name, rows }] of open) {
      const value = known.get(key)?.value ?? name.text
      if (value !== name.text) content = setInThese(content, new Set(rows), () => ({ [name.column]: value }))
    }
    const next = questionsOf(open, known)
    if (saidBy(next) !== saidBy(questions)) {
      questions = next
      sheet.signals.notify('questions')
    }
    sheet.amend(content)
  }

  function ask(key: string, name: OpenName): void {
    if (isTooEarly(name)) return
    known.set(key, isAsked)
    void resolve(name, directory, past)
      .catch(() => {
        // The service or the platform did not answer: what it says itself of the cell stands there until then.
        setTimeout(() => (known.delete(key), soon()), tryAgainMs)
        return isOver
      })
      .then((result) => {
        known.set(key, result)
        soon()
        sheet.signals.notify('names')
      })
  }

  return {
    questions: () => questions,
    isLooking: (row) => openNamesOf(row).some((name) => known.get(keyOf(name)) === isAsked),
    answer({ column, key }, value) {
      const ids = new Set(questions.find((one) => one.key === key)?.rows)
      sheet.change(setInThese(sheet.content(), ids, () => ({ [column]: value })))
    },
    start() {
      const stop = [sheet.signals.subscribe('content', soon), sheet.signals.subscribe('writing', soon)]
      soon()
      return () => {
        clearTimeout(wait)
        for (const each of stop) each()
      }
    },
  }
}

type Open = ReadonlyMap<string, { name: OpenName; rows: number[] }>

/** The names in a sheet, each once, but for what is being written. */
function openIn(sheet: SheetStore): Open {
  const writing = sheet.writing()
  const open = new Map<string, { name: OpenName; rows: number[] }>()
  for (const row of sheet.content().rows) {
    for (const name of openNamesOf(row)) {
      if (writing?.rowId === row.id && (writing.column === name.column || writing.column === 'account')) continue
      const key = keyOf(name)
      const same = open.get(key)
      if (same) same.rows.push(row.id)
      else open.set(key, { name, rows: [row.id] })
    }
  }
  return open
}

function questionsOf(open: Open, known: ReadonlyMap<string, Found>): Question[] {
  return [...open].flatMap(([key, { name, rows }]): Question[] => {
    const one = known.get(key)
    if (!one || one.value !== null || one.all.length === 0) return []
    const text = one.about ?? name.text
    const { match, all, goneFrom } = one
    return [{ ...name, text, key, rows, exact: match.exact, near: match.near, all, goneFrom }]
  })
}

const saidBy = (list: readonly Question[]) => list.map(({ key, rows }) => `${key} ${rows.join()}`).join('\n\n')

/** An ad set or a page is looked for once its account is known. */
function isTooEarly({ column, account }: OpenName): boolean {
  if (column === 'account' || column === 'media') return false
  return account === '' || openNamesOf(rowOf(account)).length > 0
}

const rowOf = (account: string): Row => ({ id: 0, cells: { account } })
