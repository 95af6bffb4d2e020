import { isId, splitList } from '../../../../../client/src/sheet/values.ts'
import { campaignHint } from '../sheet/rows.ts'
import type { Row } from '../sheet/rows.ts'

/** Columns of ids, in which people write names. */
type NameColumn = 'account' | 'ad set' | 'page' | 'secondary' | 'media'

const columns: readonly NameColumn[] = ['account', 'ad set', 'page', 'secondary', 'media']

/** A name that stands where an id belongs. */
export interface OpenName {
  column: NameColumn
  text: string
  /** The ad account that it is looked for in; of accounts themselves, none. */
  account: string
  campaign: string
}

const found = new WeakMap<Row, OpenName[]>()

/** The names of a row that have to be looked up; each content is read once. */
export function openNamesOf(row: Row): OpenName[] {
  const known = found.get(row)
  if (known) return known
  const account = (row.cells.account ?? '').trim()
  const names = columns.flatMap((column): OpenName[] => {
    const text = (row.cells[column] ?? '').trim()
    if (text === '' || !isName(column, text)) return []
    const isOfAccount = column !== 'account' && column !== 'media'
    const campaign = column === 'ad set' ? (row.cells[campaignHint] ?? '').trim() : ''
    return [{ column, text, account: isOfAccount ? account : '', campaign }]
  })
  found.set(row, names)
  return names
}

function isName(column: NameColumn, text: string): boolean {
  switch (column) {
    case 'account':
      return !/^(act_)?\d+$/.test(text) && !isId(text)
    case 'ad set':
      return !text.split(/[|,\n]/).every((part) => isId(part.trim()))
    case 'media':
      return splitList(text).some(isFileName)
    case 'page':
    case 'secondary':
      return !isId(text) && text.toLowerCase() !== 'none'
  }
}

/** A file that is called so may lie in the library; what has an address is fetched from there. */
export const isFileName = (text: string) =>
  /^[^/\\:]+\.(png|jpe?g|gif|webp|avif|mp4|mov|m4v|webm|pdf)$/i.test(text.trim())

export const keyOf = ({ column, text, account, campaign }: OpenName) => [column, account, text, campaign].join('\n')
