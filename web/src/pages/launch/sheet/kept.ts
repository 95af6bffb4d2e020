import { maxAdsPerLaunch } from '../../../../../client/src/sheet/limits.ts'
import { onStored, readStored, writeStored } from '../../../data/client/stored.ts'
import { firstColumns, isColumn } from './columns.ts'
import { newRow } from './edits.ts'
import type { Content } from './edits.ts'
import { merge } from './merge.ts'
import { createSheet, emptySheet } from './store.ts'
import type { SheetStore } from './store.ts'

const place = 'flightdeck.kept.launch'
const markPlace = `${place}-mark`
const writeAfterMs = 400

interface Kept {
  columns: string[]
  rows: Record<string, string>[]
  /** Of the rows, in their order: two tabs know by them which row is which. */
  ids?: number[]
}

/** What this tab and the others had in common last, and what it was marked with. */
let common: Content | null = null
let mark: string | null = null

/** Begins anew, and keeps that at once: a sheet that was launched does not come back, however soon somebody does. */
export function beginAnew(sheet: SheetStore): void {
  sheet.replace(emptySheet(firstColumns))
  keep(sheet)
}

/** The sheet as it was left: what somebody typed outlives a reload, a restart and a session that ended. */
export function openSheet(): SheetStore {
  common = readKept()
  mark = readStored<string>(markPlace)
  const sheet = createSheet(common ?? emptySheet(firstColumns))
  let wait: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(wait)
    wait = setTimeout(() => keep(sheet), writeAfterMs)
  }
  const writeNow = () => common !== sheet.content() && keep(sheet)
  sheet.signals.subscribe('content', write)
  sheet.signals.subscribe('shape', write)
  // Whoever leaves within the wait loses nothing either.
  addEventListener('pagehide', writeNow)
  // Phones end a page that nobody sees without a word.
  document.addEventListener('visibilitychange', () => document.hidden && writeNow())
  // The mark is written last: a tab of another process hears of it once it sees the sheet too.
  onStored(markPlace, () => takeIn(sheet))
  return sheet
}

function readKept(): Content | null {
  try {
    const kept = readStored<Kept>(place)
    if (!kept) return null
    const columns = kept.columns.filter(isColumn)
    const rows = kept.rows.slice(0, maxAdsPerLaunch).map((cells, index) => {
      const id = kept.ids?.[index]
      return id === undefined ? newRow(cells) : { id, cells }
    })
    return columns.length > 0 && rows.length > 0 ? { columns, rows } : null
  } catch {
    return null
  }
}

/** Takes in what another tab has written since. */
function takeIn(sheet: SheetStore): void {
  const now = readStored<string>(markPlace)
  const theirs = now === mark ? null : readKept()
  mark = now
  if (!theirs) return
  const base = common ?? sheet.content()
  common = theirs
  sheet.adopt((content) => merge(base, content, theirs))
}

/** Writes the sheet where all tabs have it, with what another wrote a moment ago and nobody has told of yet. */
function keep(sheet: SheetStore): void {
  takeIn(sheet)
  const { columns, rows } = (common = sheet.content())
  writeStored(place, { columns, rows: rows.map(({ cells }) => cells), ids: rows.map(({ id }) => id) })
  mark = `${Date.now()} ${Math.random()}`
  writeStored(markPlace, mark)
}
