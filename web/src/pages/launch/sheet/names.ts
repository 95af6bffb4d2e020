import { createSignals } from './signals.ts'

/** What ids are called, as far as it came by: a sheet holds ids, and people read names. */
const names = new Map<string, string>()
export const nameSignals = createSignals()

export function learnNames(list: readonly { value: string; label: string }[]): void {
  let isNew = false
  for (const { value, label } of list) {
    if (names.get(value) === label) continue
    names.set(value, label)
    isNew = true
  }
  if (isNew) nameSignals.tell('names')
}

export const nameOf = (id: string): string | null => names.get(id) ?? null
