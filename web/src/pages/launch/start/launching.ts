import type { LaunchAdsReply200 } from '../../../../../client/src/index.ts'
import { flightdeck } from '../../../data/flightdeck.ts'
import { isEmpty, readRow } from '../sheet/rows.ts'
import type { Row } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'

type Body = Parameters<typeof flightdeck.launchAds>[0]
export type Rehearsal = LaunchAdsReply200

/** The rows that are launched, in their order. */
export function rowsToLaunch(sheet: SheetStore): Row[] {
  return sheet.content().rows.filter((row) => !isEmpty(row))
}

/** What would be made of these rows. */
export function rehearse(rows: Row[], signal: AbortSignal): Promise<Rehearsal> {
  const ads = rows.map((row) => readRow(row).ad)
  return flightdeck.launchAds({ ads, dryRun: true } as unknown as Body & { dryRun: true }, { signal })
}

/** Launches them; those of a draft in its place, so that nobody launches it again. */
export function launchRows(rows: Row[], draft: { id: number } | null): Promise<{ adBatchId: number }> {
  const ads = rows.map((row) => readRow(row).ad)
  const { key: idempotencyKey, isRepeat } = keyFor(shortNameOf([draft?.id, ads]))
  return draft
    ? launchDraft({ id: draft.id, ads, isRepeat, idempotencyKey })
    : flightdeck.launchAds({ ads } as unknown as Body & { dryRun?: false }, { idempotencyKey })
}

async function launchDraft({ id, ads, isRepeat, idempotencyKey }: DraftLaunch) {
  // A repeat asks for the answer of the first: the draft is a batch by then.
  if (!isRepeat) await flightdeck.updateDraft({ id, ads, adSets: [], launchPaused: false })
  return flightdeck.launchDraft({ id }, { idempotencyKey })
}

interface DraftLaunch {
  id: number
  ads: Record<string, unknown>[]
  isRepeat: boolean
  idempotencyKey: string
}

const place = 'flightdeck.kept.launch-key'

/**
 * The same ads get the same key until an answer has come and their sheet is empty: pressed twice, or once more after the answer was
 * lost and the page was loaded anew, they are launched once.
 */
function keyFor(name: string): { key: string; isRepeat: boolean } {
  const [kept, known] = readKey()
  if (kept === name && known) return { key: known, isRepeat: true }
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = `sheet-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  memory = [name, key]
  try {
    localStorage.setItem(place, JSON.stringify(memory))
  } catch {
    // It holds for as long as this page is open then.
  }
  return { key, isRepeat: false }
}

let memory: [string, string] | [] = []

function readKey(): [string, string] | [] {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as [string, string] | null) ?? memory
  } catch {
    return memory
  }
}

export function forgetKey(): void {
  memory = []
  try {
    localStorage.removeItem(place)
  } catch {
    // There is none then.
  }
}

/** Tells these ads from others. */
export const markOf = (rows: Row[]): string => shortNameOf(rows.map((row) => readRow(row).ad))

function shortNameOf(content: unknown): string {
  const text = JSON.stringify(content)
  return `${text.length} ${hashOf(text)}`
}

/** FNV-1a: tells one sheet of a person from another, and guards nothing. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16)
}
