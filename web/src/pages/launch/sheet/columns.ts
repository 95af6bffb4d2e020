import { inPages } from '../../../data/client/page-words.ts'
import { platformOf, titleOf } from '../../../data/platforms.ts'
import { knownPlatforms } from '../../../../../client/src/index.ts'
import { required } from '../../../../../client/src/required.ts'
import { columns, titleOfField, usualColumns } from '../../../../../client/src/sheet/columns.ts'
import type { Column, Placed } from '../../../../../client/src/sheet/columns.ts'
import { listed } from '../../../languages/lists.ts'
import { filled, t, wordFor } from '../../../languages/t.ts'

/** Every column there is, in a place of its own: cells of columns that are not shown are launched too. */
export const placed: Placed[] = columns.map((column, place) => ({ place, title: column.name, column }))

const byName = new Map(columns.map((column) => [column.name, column]))

export function columnNamed(name: string): Column {
  return required(byName.get(name), `column ${name}`)
}

export const isColumn = (name: string) => byName.has(name)

/** What a new sheet shows. */
export const firstColumns = usualColumns.filter((name) => name !== 'platform')

/** Those that can be added, the usual first. */
export const allColumns = [...usualColumns, ...columns.map(({ name }) => name).filter((n) => !usualColumns.includes(n))]

/** The column that an issue such as `media.0.url` belongs to; null: the row as a whole. */
export function columnOfField(field: string | undefined): string | null {
  if (!field) return null
  const title = titleOfField(field, placed)
  return isColumn(title) ? title : null
}

const widths: Record<string, number> = {
  name: 220,
  account: 190,
  'ad set': 220,
  media: 180,
  title: 190,
  description: 260,
  link: 220,
  'launch paused': 120,
  cta: 130,
}

export const widthOf = (name: string) => widths[name] ?? 150

const network = required(platformOf('primary').companion, 'network beside primary')

const heads: Record<string, string> = {
  cta: 'CTA',
  'url tags': t('URL tags'),
  link: t('Link'),
  secondary: t('{network} account', { network }),
  existingPrimaryAd: t('Existing ad on {titleOf}', { titleOf: titleOf('primary') }),
}

/** As it stands above the column. */
export const headOf = (name: string): string => heads[name] ?? wordFor(spaced(name))

function spaced(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const anyPlatform = `(?:${Object.keys(knownPlatforms).join('|')})`
const listOfPlatforms = new RegExp(String.raw`\b([Oo]n) (${anyPlatform}(?:(?:, | and )${anyPlatform})*)\b`, 'g')
const secondary = 'the secondary network'
/** A setting of the service that is called after a platform. */
const aSetting = /\b[A-Z]+(?:_[A-Z]+){2,}\b/

/** What a column is, as one text of a catalogue, whatever platforms are called; and what its places hold. */
function describedIn(about: string): { text: string; values: Record<string, string> } {
  const values: Record<string, string> = { network, setting: aSetting.exec(about)?.[0] ?? '' }
  let lists = 0
  const text = about.replaceAll(listOfPlatforms, (_whole, on: string, names: string) => {
    values[++lists] = listed(names.split(/, | and /).map(titleOf))
    return `${on} {${lists}}`
  })
  return { text: text.replaceAll(secondary, '{network}').replace(aSetting, '{setting}'), values }
}

/** What a column is, in the words of people. */
export function aboutOf(name: string): string {
  const { text, values } = describedIn(columnNamed(name).field.about)
  return inPages(filled(wordFor(text), values))
}

/** What every column is called and is, as the texts that a catalogue has words for. */
export const columnTexts = (): string[] =>
  columns.flatMap(({ name, field }) => [...(heads[name] ? [] : [spaced(name)]), describedIn(field.about).text])
