import { stateWord } from '../../languages/t.ts'

const on = new Set(['ACTIVE', 'ENABLE', 'ENABLED', 'LIVE'])
const over = new Set(['ARCHIVED', 'REMOVED', 'DELETED', 'COMPLETED', 'CANCELED'])

/** Whether its own switch stands on. */
export function isOn(status: string): boolean {
  return on.has(status.toUpperCase())
}

/** Whether there is a switch at all: what is archived or deleted has none. */
export function canSwitch(status: string): boolean {
  return !over.has(status.toUpperCase())
}

/** What the platform says of it, without what every such word begins with. */
export function plainState(word: string): string {
  const plain = word.replace(/^(CAMPAIGN|ADGROUP|AD)_STATUS_/, '').replaceAll('_', ' ')
  return stateWord(plain)
}
