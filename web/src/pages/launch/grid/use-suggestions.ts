import { useDeferredValue, useEffect } from 'react'
import { isId, splitIds } from '../../../../../client/src/sheet/values.ts'
import { useAccounts, useAdSetsOf } from '../../../data/accounts.ts'
import { columnNamed } from '../sheet/columns.ts'
import { named } from '../names/matching.ts'
import { isSpeaker, useSpeakersFor } from '../names/speakers.ts'
import { learnNames } from '../sheet/known.ts'
import type { Row } from '../sheet/rows.ts'
import { titleOf } from '../../../data/platforms.ts'
import { t } from '../../../languages/t.ts'

/** What may be meant by what somebody types in a cell. */
export interface Suggestion {
  value: string
  label: string
  hint?: string
  /** Why it cannot be launched into. */
  closed?: string | null
  /** What stands in the cell when it is chosen. */
  whole: string
  /** Whether the cell is done with it. */
  isLast: boolean
}

type Choice = Pick<Suggestion, 'value' | 'label' | 'hint' | 'closed'>

const maxShown = 30

/** Calls to action that most platforms know. */
const ctas = ['LEARN_MORE', 'SHOP_NOW', 'SIGN_UP', 'DOWNLOAD', 'BOOK_NOW', 'CONTACT_US', 'GET_OFFER', 'SUBSCRIBE', 'APPLY_NOW', 'INSTALL_NOW'] // prettier-ignore

export function useSuggestions(column: string, row: Row | undefined, typed: string): Suggestion[] {
  const isList = column === 'ad set'
  const { before, word } = isList ? lastWord(typed) : { before: '', word: typed }
  const account = (row?.cells.account ?? '').trim()
  const own = useOwnChoices(column)
  const adSets = useAdSets(isList ? account : '', word)
  const speakers = useOwnSpeakers(column, account)
  const choices = isList ? adSets : [...own, ...speakers]
  const wanted = word.trim().toLowerCase()
  const found = choices.filter(({ value, label, hint = '' }) =>
    isList ? true : `${value} ${label} ${hint}`.toLowerCase().includes(wanted),
  )
  // What is there already needs no suggestion.
  if (found.length === 1 && found[0]?.value === word.trim()) return []
  return found.slice(0, maxShown).map((choice) => ({ ...choice, whole: before + choice.value, isLast: !isList }))
}

/** Whether Enter means the first of them: where only one of a list will do, and it is clear which. */
export function takesFirst(column: string, typed: string, [first, second]: readonly Suggestion[]): boolean {
  const { kind, words } = columnNamed(column).field
  const isOfList = kind === 'id' || column === 'ad set' || (words !== undefined && kind !== 'named')
  if (!isOfList || !first || typed.trim() === '' || first.closed) return false
  const isWhole = first.value === typed.trim() || isId(typed.trim())
  return !isWhole && named(first.label) !== named(second?.label ?? '')
}

/** Of `1 | 2` it is the last that is being typed; a bar or a comma behind anything but ids belongs to a name. */
function lastWord(typed: string): { before: string; word: string } {
  const end = Math.max(typed.lastIndexOf('|'), typed.lastIndexOf(','), typed.lastIndexOf('\n'))
  const isList = end >= 0 && splitIds(typed.slice(0, end)).every(isId)
  return isList
    ? { before: `${typed.slice(0, end + 1)} `, word: typed.slice(end + 1).trim() }
    : { before: '', word: typed }
}

function useOwnChoices(column: string): Choice[] {
  const accounts = useAccounts().data
  if (column === 'account') {
    return (accounts ?? []).map(({ id, name, platform, sandbox }) => ({
      value: id,
      label: name,
      hint: `${titleOf(platform)}${sandbox ? `, ${t('sandbox')}` : ''} · ${id}`,
    }))
  }
  const { field } = columnNamed(column)
  const words = column === 'cta' ? ctas : (field.words ?? (field.kind === 'flag' ? ['yes', 'no'] : []))
  const platforms = column === 'platform' ? [...new Set((accounts ?? []).map(({ platform }) => platform))] : []
  return [...words, ...platforms].map((word) => ({ value: word, label: word }))
}

/** The ad sets of an account whose name has the word in it. */
function useAdSets(account: string, search: string): Choice[] {
  const word = useDeferredValue(/^\d*$/.test(search) ? '' : search)
  const { data } = useAdSetsOf(account, word)
  useEffect(() => {
    if (data) learnNames(data.data)
  }, [data])
  const found = account === '' ? [] : (data?.data ?? [])
  return found
    .filter(({ value }) => !/^\d+$/.test(search) || value.startsWith(search))
    .map(({ value, label, campaignName, effectiveStatus, closed }) => ({
      value,
      label,
      closed,
      hint: `${campaignName} · ${effectiveStatus.toLowerCase()} · ${value}`,
    }))
}

function useOwnSpeakers(column: string, account: string): Choice[] {
  const speakersFor = useSpeakersFor(isSpeaker(column) ? account : '')
  if (account === '') return []
  const found = speakersFor(column).map(({ value, label }) => ({ value, label, hint: value }))
  return column === 'secondary'
    ? [...found, { value: 'none', label: t('none'), hint: t('The page speaks alone.') }]
    : found
}
