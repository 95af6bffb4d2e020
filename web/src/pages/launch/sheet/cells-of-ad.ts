import { namedText } from '../../../../../client/src/sheet/values.ts'
import { placed } from './columns.ts'

type Fields = Record<string, unknown>

/** An ad of a draft, as it is written in cells. */
export function cellsOfAd(ad: Fields): Record<string, string> {
  const media = Array.isArray(ad.media) ? (ad.media as Fields[]) : []
  const cells: Record<string, string> = {}
  for (const { column, title } of placed) {
    const value = valueAt(ad, column.field.name)
    const ofAd = () =>
      column.field.kind === 'named' ? namedText(value) : title === 'ad set' ? idsOf(value) : textOf(value)
    const text = column.of === 'media' ? textOfAll(media, column.field.name) : ofAd()
    if (text !== '') cells[title] = text
  }
  if (ad.secondary === null) cells.secondary = 'none'
  return cells
}

function valueAt(fields: Fields, name: string): unknown {
  const [first = name, second] = name.split('.')
  const value = fields[first]
  return second === undefined ? value : (value as Fields | null | undefined)?.[second]
}

/** Names of ad sets may have bars in them, which separate nothing there. */
function idsOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(' | ') : textOf(value)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item) => barred(textOf(item))).join(' | ')
  // An ad set may come with its name.
  if (typeof value === 'object') return 'value' in value ? textOf(value.value) : JSON.stringify(value)
  return JSON.stringify(value)
}

/** What every one of the media says is written once; otherwise one for each. */
function textOfAll(media: Fields[], name: string): string {
  const texts = media.map((item) => barred(textOf(item[name])))
  if (texts.every((text) => text === '')) return ''
  const isSame = name !== 'url' && texts.every((text) => text === texts[0])
  return (isSame ? texts.slice(0, 1) : texts).join(' | ')
}

const barred = (text: string) => text.replaceAll('|', '\\|')
