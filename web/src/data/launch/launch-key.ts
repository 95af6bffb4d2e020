import { readStored, removeStored, writeStored } from '../client/stored.ts'

const place = 'flightdeck.kept.launch-key'

/**
 * The same ads get the same key until an answer has come and their sheet is empty: pressed twice, or once more after the answer was
 * lost and the page was loaded anew, they are launched once.
 */
export function keyFor(name: string, { of = '', labels = {} }: Partial<Omit<Sent, 'key'>>): Sent {
  const known = keyOf(name)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = `sheet-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  memory = [name, key, of, labels]
  writeStored(place, memory)
  return { key, of, labels }
}

/** The key that these ads were sent with before, and of what; null: they were not. */
export function keyOf(name: string): Sent | null {
  const [kept, key, of = '', labels = {}] = readStored<Kept>(place) ?? memory
  return kept === name && key ? { key, of, labels } : null
}

/** What ids were called when they were sent: a repeat must say the same. */
export type Labels = Readonly<Record<string, string>>

interface Sent {
  key: string
  of: string
  labels: Labels
}

type Kept = [name: string, key: string, of?: string, labels?: Labels] | []
/** Where the browser keeps nothing. */
let memory: Kept = []

export function forgetKey(): void {
  memory = []
  removeStored(place)
}

/** Tells some ads from others. */
export function shortNameOf(content: unknown): string {
  const text = JSON.stringify(content)
  return `${text.length} ${hashOf(text)}`
}

/** FNV-1a: tells one sheet of a person from another, and guards nothing. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16)
}
