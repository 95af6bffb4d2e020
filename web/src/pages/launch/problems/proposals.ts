import { nearest } from '../../../../../client/src/sheet/words.ts'
import type { LaunchPageState } from '../page-state.ts'
import { columnNamed, headOf } from '../sheet/columns.ts'
import { likelyId, onlyId } from '../names/likely.ts'
import { defaultOf, nameOf, secondOf } from '../sheet/known.ts'
import type { Finding } from '../sheet/problems.ts'
import type { Row } from '../sheet/rows.ts'
import { isEmpty } from '../sheet/rows.ts'
import { t } from '../../../languages/t.ts'
import { kept } from '../../../languages/kept.ts'

export interface Proposal {
  /** What stands in a row then. */
  textFor: (row: Row) => string
  /** What the button says. */
  label: string
}

/** Columns in which rows often say the same. */
const alike = new Set(['account', 'ad set', 'page', 'secondary', 'cta', 'link', 'url tags', 'status', 'launch paused'])
/** So much of the rows that say something must agree before the others are offered it. */
const agreed = 0.6

/** What would mend rows that have the same against them: the word that was meant, an address made whole, or what the others say. */
export function proposalsFor({ problems }: LaunchPageState, rows: readonly Row[]) {
  const said = new Map<string, string | null>()
  const usual = (column: string, platformAccount: string): string | null => {
    const key = `${column} ${platformAccount}`
    const known = said.get(key)
    if (known !== undefined) return known
    const found = maxSaid(rows, (row) => {
      const isThere = platformAccount === '' || row.cells.account?.trim() === platformAccount
      return isThere && !problems.ofRow(row).some((finding) => finding.column === column)
        ? row.cells[column]
        : undefined
    })
    said.set(key, found)
    return found
  }
  return (finding: Finding, own: readonly Row[]): Proposal | null => {
    const { column, tone, isUnused, isRecalled, longest } = finding
    if (column === null) return null
    if (isUnused) return { textFor: () => '', label: t('Empty {column}', { column: headOf(column) }) }
    if (tone !== 'bad' && !isRecalled) return null
    const cut = longest === undefined ? null : cutting(column, longest, own)
    if (cut) return cut
    const [first] = own
    const text = (first?.cells[column] ?? '').trim()
    const isSame = own.every((row) => (row.cells[column] ?? '').trim() === text)
    const whole = isSame ? (meant(column, text) ?? likelyId(column, first)) : null
    if (whole !== null && whole !== text) return using(whole)
    const second = column === 'secondary' ? secondFor(own) : null
    if (second !== null && second !== text) return using(second)
    if (!alike.has(column)) return null
    const accounts = new Set(own.map((row) => (row.cells.account ?? '').trim()))
    const [account = ''] = accounts
    const isOfAccount = column === 'ad set' || column === 'page' || column === 'secondary'
    if (isOfAccount && accounts.size > 1) return null
    const others = usual(column, isOfAccount ? account : '') ?? (text === '' ? onlyId(column, first) : null)
    return others === null || others === text ? null : using(others)
  }
}

const maxLabel = 48

/** A column of a profile takes this where the ad has none. */
const noProfile = 'none'

/** Where all rows speak as one page: the profile that goes with it, or none where it has none. */
function secondFor(rows: readonly Row[]): string | null {
  const pages = new Set(rows.map(({ cells }) => cells.page?.trim() || defaultOf(cells.account, 'page') || ''))
  const [page = ''] = pages
  const found = pages.size === 1 ? secondOf(page) : undefined
  return found === undefined ? null : (found ?? noProfile)
}

function using(text: string): Proposal {
  const textFor = () => text
  if (text === noProfile) return { textFor, label: t('Without one') }
  const shown = nameOf(text) ?? text
  return {
    textFor,
    label: t('Use {which}', { which: shown.length > maxLabel ? `${shown.slice(0, maxLabel)}…` : shown }),
  }
}

/** Addresses and ids are none when they are cut. */
const uncut = new Set(['link', 'url tags', 'media', 'client ref'])

function cutting(column: string, longest: number, own: readonly Row[]): Proposal | null {
  const { kind } = columnNamed(column).field
  if (kind !== 'text' || uncut.has(column) || longest < 1) return null
  const textFor = ({ cells }: Row) => cutTo(cells[column] ?? '', longest)
  if (own.some((row) => textFor(row) === (row.cells[column] ?? ''))) return null
  return { textFor, label: t('Cut to {longest} characters', { longest }) }
}

/** As much of a text as has room: whole characters, and whole words where the last is not most of it. */
export function cutTo(text: string, longest: number): string {
  let room = ''
  for (const letter of letters().segment(text)) {
    if (room.length + letter.segment.length > longest) break
    room += letter.segment
  }
  if (room === text) return text
  const whole = /^(.*\S)\s+\S*$/s.exec(room + (text.charAt(room.length) === ' ' ? ' ' : ''))?.[1] ?? ''
  return whole.length >= longest / 2 ? whole : room.trim()
}

const letters = kept(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))

/** What somebody may have meant by what cannot be used. */
function meant(column: string, text: string): string | null {
  if (text === '') return null
  const { words } = columnNamed(column).field
  if (words) return nearest(text, words)[0] ?? null
  if (column === 'link' && /^(www\.|[\w-]+\.)+[a-z]{2,}(\/\S*)?$/i.test(text)) return `https://${text}`
  return null
}

function maxSaid(rows: readonly Row[], textOf: (row: Row) => string | undefined): string | null {
  const counts = new Map<string, number>()
  let all = 0
  for (const row of rows) {
    const text = isEmpty(row) ? '' : (textOf(row)?.trim() ?? '')
    if (text === '') continue
    all += 1
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one)
  return best && best[1] >= 2 && best[1] >= all * agreed ? best[0] : null
}
