import { asCommands } from '../as-commands.ts'
import { required } from '../../src/required.ts'
import { columns, usualColumns } from '../../src/sheet/columns.ts'
import type { Column } from '../../src/sheet/columns.ts'

/** What the sandbox has, so that the template itself can be launched. */
const example: Record<string, string> = {
  name: 'Spring sale, square',
  account: 'act_566148315000001',
  'ad set': '120206614831500052',
  platform: '',
  page: '106066148315001',
  secondary: '17841661483150001',
  media: 'square.png',
  title: 'Spring sale',
  description: 'Everything must go.',
  cta: 'SHOP_NOW',
  link: 'https://example.com/sale',
  'url tags': 'utm_source=spring',
  'client ref': 'spring-1',
  'launch paused': 'yes',
}

/** A sheet with the usual columns and one ad, to be filled in. */
export function templateCsv(): string {
  return `${usualColumns.join(',')}\n${usualColumns.map((name) => quoted(example[name] ?? '')).join(',')}\n`
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Every column with its other titles and what it is for. */
export function listColumns(): { column: string; alsoCalled: string; about: string }[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const usual = usualColumns.map((name) => required(byName.get(name), `column ${name}`))
  const others = columns.filter((column) => !usual.includes(column))
  return [...usual, ...others].map(({ name, alsoCalled, field, of }) => ({
    column: name,
    alsoCalled: alsoCalled.join(', '),
    about: `${asCommands(field.about)}${separatorOf(field, of)}`,
  }))
}

function separatorOf({ kind, name }: Column['field'], of: Column['of']): string {
  if (of === 'media') return ' Several separated by |.'
  if (kind !== 'list') return ''
  return name === 'adSets' ? ' Several ids separated by |, a comma or a new line.' : ' Several separated by |.'
}
