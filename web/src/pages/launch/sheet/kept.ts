import { maxAdsPerLaunch } from '../../../../../client/src/sheet/limits.ts'
import { readStored, writeStored } from '../../../data/client/stored.ts'
import { firstColumns, isColumn } from './columns.ts'
import { newRow } from './edits.ts'
import type { Content } from './edits.ts'
import { createSheet, emptySheet } from './store.ts'
import type { SheetStore } from './store.ts'

const place = 'flightdeck.kept.launch'
const writeAfterMs = 400

interface Kept {
  columns: string[]
  rows: Record<string, string>[]
}

/** Begins anew, and keeps that at once: a sheet that was launched does not come back, however soon somebody does. */
export function beginAnew(sheet: SheetStore): void {
  sheet.replace(emptySheet(firstColumns))
  writeKept(sheet.content())
}

/** The sheet as it was left: what somebody typed outlives a reload, a restart and a session that ended. */
export function openSheet(): SheetStore {
  const sheet = createSheet(readKept() ?? emptySheet(firstColumns))
  let wait: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(wait)
    wait = setTimeout(() => writeKept(sheet.content()), writeAfterMs)
  }
  sheet.signals.subscribe('content', write)
  sheet.signals.subscribe('shape', write)
  // Whoever leaves within the wait loses nothing either.
  addEventListener('pagehide', () => writeKept(sheet.content()))
  // Phones end a page that nobody sees without a word.
  document.addEventListener('visibilitychange', () => document.hidden && writeKept(sheet.content()))
  return sheet
}

function readKept(): Content | null {
  try {
    const kept = readStored<Kept>(place)
    if (!kept) return null
    const columns = kept.columns.filter(isColumn)
    const rows = kept.rows.slice(0, maxAdsPerLaunch).map((cells) => newRow(cells))
    return columns.length > 0 && rows.length > 0 ? { columns, rows } : null
  } catch {
    return null
  }
}

function writeKept({ columns, rows }: Content): void {
  writeStored(place, { columns, rows: rows.map(({ cells }) => cells) })
}
