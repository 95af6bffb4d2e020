import { createSignals } from './signals.ts'

/** What came by of the accounts of a sheet: what ids are called, and what a launch fills in where a cell is empty. */
const names = new Map<string, string>()
const defaults = new Map<string, Readonly<Record<string, string>>>()
const seconds = new Map<string, string | null>()
export const knownSignals = createSignals()

export function learnNames(list: readonly { value: string; label: string }[]): void {
  const isNew = list.filter(({ value, label }) => names.get(value) !== label)
  for (const { value, label } of isNew) names.set(value, label)
  if (isNew.length > 0) knownSignals.notify('names')
}

export const nameOf = (id: string): string | null => names.get(id) ?? null

export function learnDefaults(account: string, cells: Readonly<Record<string, string>>): void {
  defaults.set(account, cells)
  knownSignals.notify('defaults')
}

/** What is launched where the cell is empty. */
export function defaultOf(account: string | undefined, column: string): string | null {
  return defaults.get((account ?? '').trim())?.[column] ?? null
}

export function learnSeconds(profiles: readonly { page: string; secondary: string | null }[]): void {
  const isNew = profiles.some(({ page, secondary }) => seconds.get(page) !== secondary)
  for (const { page, secondary } of profiles) seconds.set(page, secondary)
  if (isNew) knownSignals.notify('names')
}

/** The profile that a page has on the other network; null: it has none, undefined: nobody knows. */
export const secondOf = (page: string): string | null | undefined => seconds.get(page.trim())
