import { useSyncExternalStore } from 'react'
import { largestFileBytes } from '../../../../../client/src/sheet/limits.ts'
import { numberLocale } from '../../../ui/words/locale.ts'
import { upload } from '../../../data/launch/media.ts'
import { createSignals } from '../sheet/signals.ts'
import { t } from '../../../languages/t.ts'

/** A file on its way into the library, for the cell of a row. */
export interface Upload {
  id: number
  rowId: number
  name: string
  /** From 0 to 1. */
  share: number
}

const signals = createSignals()
let underWay: readonly Upload[] = []
let lastId = 0
const none: readonly Upload[] = []
const ofRow = new Map<number, readonly Upload[]>()

function show(next: readonly Upload[], rowId: number): void {
  underWay = next
  const mine = next.filter((one) => one.rowId === rowId)
  if (mine.length > 0) ofRow.set(rowId, mine)
  else ofRow.delete(rowId)
  signals.notify(String(rowId))
  signals.notify('all')
}

export function useUploads(rowId: number): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => signals.subscribe(String(rowId), listener),
    () => ofRow.get(rowId) ?? none,
  )
}

/** How many files are on their way. */
export function useUploadCount(): number {
  return useSyncExternalStore(
    (listener) => signals.subscribe('all', listener),
    () => underWay.length,
  )
}

const megabytes = (bytes: number) => t('{ceil} MB', { ceil: Math.ceil(bytes / 2 ** 20).toLocaleString(numberLocale) })

/** Why a file is not taken, before anything of it is read; null: it may be sent. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size > largestFileBytes)
    return t('{name} has {megabytes}, and at most {megabytes2} can be uploaded. Nothing of it was read.', {
      name,
      megabytes: megabytes(size),
      megabytes2: megabytes(largestFileBytes),
    })
  return size === 0 ? t('{name} is empty.', { name }) : null
}

/** Each content is sent once, however often and under whatever name it is dropped. */
const sent = new Map<string, Promise<string>>()

/** Puts a file into the library; answers with its address. */
export async function uploadFor(rowId: number, file: File): Promise<string> {
  lastId += 1
  const id = lastId
  show([...underWay, { id, rowId, name: file.name, share: 0 }], rowId)
  const report = (share: number) =>
    show(
      underWay.map((one) => (one.id === id ? { ...one, share } : one)),
      rowId,
    )
  try {
    const content = await contentName(file)
    const twin = sent.get(content)
    if (twin) return await twin
    const sending = upload(file, { onProgress: ({ sentBytes }) => report(sentBytes / file.size) })
    sent.set(content, sending)
    sending.catch(() => sent.delete(content))
    return await sending
  } finally {
    show(
      underWay.filter((one) => one.id !== id),
      rowId,
    )
  }
}

/** Browsers hash only on pages that came over https or from this machine; elsewhere a file is known by its looks. */
async function contentName(file: File): Promise<string> {
  const looks = `${file.name} ${file.size} ${file.lastModified}`
  if (!globalThis.crypto.subtle) return looks
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
