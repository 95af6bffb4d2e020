import { required } from '../../../../../client/src/required.ts'
import { maxAdsPerLaunch } from '../../../../../client/src/sheet/limits.ts'
import { splitList } from '../../../../../client/src/sheet/values.ts'
import type { HandedMedia } from '../../../data/launch/handed-media.ts'
import { count } from '../../../ui/words/format.ts'
import { addRows, setCell, setInRows, showColumn } from '../sheet/edits.ts'
import type { Content } from '../sheet/edits.ts'
import { learnNames, nameOf } from '../sheet/known.ts'
import type { Range } from '../sheet/range.ts'
import { groupedByShape } from '../sheet/shapes.ts'
import type { SheetStore } from '../sheet/store.ts'
import { refusalOf, uploadFor } from './uploads.ts'
import { t } from '../../../languages/t.ts'

/** The same media in each of these rows, or one to a row, from the first on. */
export function putMedia(content: Content, range: Range, urls: string[], how: 'each' | 'spread'): Content {
  if (how === 'each') return setInRows(content, range, () => ({ media: urls.join(' | ') }))
  return setInRows(content, { top: range.top, bottom: range.top + urls.length - 1 }, (_row, place) => ({
    media: required(urls[place], 'url'),
  }))
}

const atOnce = 4
let underWay = 0
const waiting: (() => void)[] = []

/** A folder of files is sent some at a time. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
    waiting.shift()?.()
  }
}

/** Sends files into the media of a row, and says why where one was not taken. */
async function addTo(sheet: SheetStore, rowId: number, file: File): Promise<string | null> {
  const refusal = refusalOf(file)
  if (refusal) return refusal
  try {
    const url = await inTurn(() => uploadFor(rowId, file))
    if (nameOf(url) === null) learnNames([{ value: url, label: file.name }])
    const before = sheet.content().rows.find(({ id }) => id === rowId)?.cells.media ?? ''
    sheet.change(setCell(sheet.content(), rowId, { media: [...splitList(before), url].join(' | ') }))
    return null
  } catch (error) {
    return t('{name} was not taken: {which}', {
      name: file.name,
      which: error instanceof Error ? error.message : String(error),
    })
  }
}

/** All of them into one row. */
export function addFilesToRow(sheet: SheetStore, rowId: number, files: File[]): Promise<string[]> {
  return refusalsOf(files.map((file) => addTo(sheet, rowId, file)))
}

/** One file to a row: those without media first, new rows where they end. A row without a name gets the file's. */
export function spreadFiles(sheet: SheetStore, files: File[]): Promise<string[]> {
  const refused = files.map(refusalOf).filter((refusal) => refusal !== null)
  const good = files.filter((file) => refusalOf(file) === null)
  const sets = inSets(good, ({ name }) => name)
  const ids = freeRows(sheet, sets.length)
  const left = sets.slice(ids.length).flatMap(({ all }) => all)
  if (left.length > 0) {
    const max = count(maxAdsPerLaunch)
    refused.push(
      t('A launch takes at most {max} ads: {left} found no row.', {
        max,
        left: left.map(({ name }) => name).join(', '),
      }),
    )
  }
  return refusalsOf([
    ...refused.map((refusal) => Promise.resolve(refusal)),
    ...ids.flatMap((id, place) => {
      const { name, all } = required(sets[place], 'uploaded files')
      nameRow(sheet, id, { name, isSet: all.length > 1 })
      return all.map((file) => addTo(sheet, id, file))
    }),
  ])
}

/** Files that are one picture in several shapes, such as summer_1x1 and summer_9x16, belong to one ad. */
function inSets<File>(files: readonly File[], nameIn: (file: File) => string): { name: string; all: File[] }[] {
  const names = files.map((file) => nameIn(file).replace(/\.\w+$/, ''))
  const groups = groupedByShape(names)
  const baseOf = new Map([...groups].flatMap(([base, places]) => places.map((place) => [place, base] as const)))
  const sets = new Map<string, { name: string; all: File[] }>()
  for (const [place, file] of files.entries()) {
    const base = baseOf.get(place)
    const key = base === undefined ? `${place}` : ` ${base}`
    const set = sets.get(key) ?? { name: base ?? names[place] ?? '', all: [] }
    set.all.push(file)
    sets.set(key, set)
  }
  return [...sets.values()]
}

/** The same for files that lie in the library. Answers how many found a row. */
export function spreadStored(sheet: SheetStore, media: HandedMedia[]): number {
  learnNames(media.map(({ url, name }) => ({ value: url, label: name })))
  const sets = inSets(media, ({ name }) => name)
  const ids = freeRows(sheet, sets.length)
  for (const [place, id] of ids.entries()) {
    const { name, all } = required(sets[place], 'chosen files')
    nameRow(sheet, id, { name, isSet: all.length > 1 })
    sheet.change(setCell(sheet.content(), id, { media: all.map(({ url }) => url).join(' | ') }))
  }
  return sets.slice(0, ids.length).reduce((sum, { all }) => sum + all.length, 0)
}

async function refusalsOf(tries: Promise<string | null>[]): Promise<string[]> {
  return (await Promise.all(tries)).filter((refusal) => refusal !== null)
}

function freeRows(sheet: SheetStore, count: number): number[] {
  const isFree = ({ cells }: { cells: Readonly<Record<string, string>> }) => (cells.media ?? '').trim() === ''
  const free = sheet.content().rows.filter(isFree).length
  const room = maxAdsPerLaunch - sheet.content().rows.length
  if (free < count) sheet.change(addRows(sheet.content(), Math.min(count - free, room)))
  const ids = sheet
    .content()
    .rows.filter(isFree)
    .map(({ id }) => id)
  return ids.slice(0, count)
}

function nameRow(sheet: SheetStore, rowId: number, { name, isSet }: { name: string; isSet: boolean }): void {
  const row = sheet.content().rows.find(({ id }) => id === rowId)
  const isNamed = (row?.cells.name ?? '').trim() !== ''
  const cells = { ...(isNamed ? {} : { name }), ...(isSet ? { type: 'multi' } : {}) }
  const content = isSet ? showColumn(sheet.content(), 'type') : sheet.content()
  sheet.change(setCell(content, rowId, cells))
}
