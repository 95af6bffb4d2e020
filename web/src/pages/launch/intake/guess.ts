import { columnNamed } from '../sheet/columns.ts'
import { plain } from '../../../../../client/src/sheet/words.ts'
import type { Understood } from './titles.ts'
import { t } from '../../../languages/t.ts'

const looked = 60

const looks: [column: string, test: (text: string) => boolean][] = [
  ['media', (text) => /\.(png|jpe?g|gif|webp|avif|mp4|mov|m4v|webm|pdf)([?#].*)?$/i.test(text)],
  ['link', (text) => /^(https?:\/\/|www\.)\S+$/i.test(text)],
  ['url tags', (text) => /^[\w.-]+=[^ ]*(&[\w.-]+=[^ ]*)*$/.test(text)],
  ['cta', (text) => isWordOf('cta', text)],
  ['status', (text) => isWordOf('status', text)],
  ['launch paused', (text) => /^(yes|no|true|false|ja|nein)$/i.test(text)],
]

function isWordOf(column: string, text: string): boolean {
  return columnNamed(column).field.words?.some((word) => plain(word) === plain(text)) ?? false
}

/**
 * What the columns of a table without titles are, by what stands in them. `isAccount`: whether that is an ad account, by its id or
 * name. The first text that no two rows share is the name; of the others the longest is the text.
 */
export function guess(lines: readonly string[][], isAccount: (text: string) => boolean): Understood {
  const width = Math.max(0, ...lines.map((line) => line.length))
  const places = Array.from({ length: width }, (_, place) => ({
    place,
    texts: lines.slice(0, looked).flatMap((line) => (line[place] ?? '').trim() || []),
  })).filter(({ texts }) => texts.length > 0)
  const found = new Map<string, number>()
  const take = (column: string, place: number) => void (found.has(column) || found.set(column, place))
  const all: typeof looks = [['account', isAccount], ...looks, ['ad set', (text) => /^\d{5,}$/.test(text)]]
  for (const { place, texts } of places) {
    const column = all.find(([name, test]) => !found.has(name) && texts.every(test))?.[0]
    if (column !== undefined) take(column, place)
  }
  const taken = new Set(found.values())
  const texts = places.filter(({ place }) => !taken.has(place))
  const name = texts.find((one) => new Set(one.texts).size === one.texts.length) ?? texts[0]
  if (name) take('name', name.place)
  const rest = texts.filter((one) => one !== name).toSorted((one, other) => lengthOf(other.texts) - lengthOf(one.texts))
  if (rest[0]) take('description', rest[0].place)
  if (rest[1]) take('title', rest[1].place)
  return {
    told: [...found].map(([column, place]) => ({ column, titles: [], places: [place] })),
    leftOut: rest
      .slice(2)
      .map(({ place }) => ({ title: t('Column {place}', { place: place + 1 }), place, proposal: null })),
  }
}

const lengthOf = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0) / texts.length
