import type { Db } from '../../db/connect.ts'
import type { CompanyRef } from '../company-ref.ts'
import { openedBy } from '../connections/opened/choose.ts'
import type { ChecklistItem } from './store.ts'

/** What consent opened and what it left out, in the names that people know. */

const maxNames = 10
/** What a platform calls things may be long. */
const maxLetters = 60

/** `Lamps, Chairs and 3 more`; of things with one name each is told with its id, where there is one. */
export function namesOf(things: readonly { name: string; id?: string }[]): string {
  const isShared = (name: string) => things.filter((other) => other.name === name).length > 1
  const names = things.map(({ name, id }) => {
    const short = name.length > maxLetters ? `${name.slice(0, maxLetters)}…` : name
    return id !== undefined && (name === '' || isShared(name)) ? `${short} (${id})`.trim() : short
  })
  const all = [...new Set(names)]
  const shown = all.slice(0, maxNames)
  const more = all.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Which ad accounts are used through it, which it opens besides, and which it does not open any more. */
export async function accountItems(db: Db, company: CompanyRef, connectionId: number): Promise<ChecklistItem[]> {
  const rows = await openedBy(db, company, { id: connectionId })
  const opened = rows.map((row) => ({ ...row, id: row.account_id }))
  const used = opened.filter((each) => each.is_listed && each.is_chosen)
  const unused = opened.filter((each) => each.is_listed && !each.is_chosen)
  const lost = opened.filter((each) => !each.is_listed && each.is_chosen)
  const item = { accountId: null, what: 'which ad accounts' }
  const items: ChecklistItem[] = []
  if (used.length > 0) {
    const others = unused.length > 0 ? ` Opened too, and left out: ${namesOf(unused)}.` : ' It opens no other.'
    items.push({ ...item, state: 'ok', why: `In use: ${namesOf(used)}.${others}`, next: null })
  } else if (unused.length > 0)
    items.push({ ...item, state: 'ok', why: `Opened, and all left out so far: ${namesOf(unused)}.`, next: null })
  if (lost.length > 0)
    items.push({
      ...{ accountId: null, what: 'ad accounts that it opens no more', state: 'warning' },
      why: `In use, and not opened when it was asked last: ${namesOf(lost)}.`,
      next: 'Connect it again as somebody who works in them, and leave them ticked.',
    })
  return items
}

/** What each ad account was found to have of a kind, such as pages. */
export interface GrantedNames {
  accountId: string
  what: string
  names: readonly string[]
}

/** Says of each ad account what others that are reached through the same connection have, and it has not. */
export function describeLeftOut(checklist: readonly ChecklistItem[], found: readonly GrantedNames[]): ChecklistItem[] {
  return checklist.map((item) => {
    const own = found.find(({ accountId, what }) => accountId === item.accountId && what === item.what)
    if (!own) return item
    const others = found.filter(({ accountId, what }) => accountId !== item.accountId && what === item.what)
    const missing = [...new Set(others.flatMap(({ names }) => names))].filter((name) => !own.names.includes(name))
    if (missing.length === 0) return item
    const list = namesOf(missing.map((name) => ({ name })))
    return { ...item, why: `${item.why} Left out here, and open to other ad accounts of this connection: ${list}.` }
  })
}
