import { upload } from '../../data/launch/media.ts'
import { createStore } from '../../data/client/store.ts'
import { numberLocale } from '../../ui/words/locale.ts'
import { t } from '../../languages/t.ts'

/** One file on its way into the library. */
export interface Upload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused' | 'cancelled'
  sentBytes: number
  /** Why it failed or was refused. */
  problem: unknown
  boardId: string | null
}

/** What the service takes at most. */
const maxBytes = 104_857_600
const kinds = /\.(png|jpe?g|gif|mp4|mov|avi|pdf)$/i
export const acceptedKinds = '.png,.jpg,.jpeg,.gif,.mp4,.mov,.avi,.pdf'
const maxAtOnce = 3

/** They go on while somebody looks at another page. */
const uploads = createStore<readonly Upload[]>([])
export const useUploads = uploads.use
let lastId = 0
const running = new Map<number, AbortController>()

const change = (id: number, more: Partial<Upload>) =>
  uploads.become(uploads.now().map((each) => (each.id === id ? { ...each, ...more } : each)))

/** Why a file is not even sent; it is not read for this. */
function refusalOf({ name, size }: File): Error | null {
  if (!kinds.test(name)) return new Error(t('Only PNG, JPG, GIF, MP4, MOV, AVI and PDF files are taken.'))
  if (size === 0) return new Error(t('The file is empty.'))
  if (size <= maxBytes) return null
  return new Error(
    t('It has {size} MB; at most 100 MB are taken.', {
      size: Math.round(size / 1_048_576).toLocaleString(numberLocale),
    }),
  )
}

/** Puts files into the queue, and onto a board once they are there. */
export function uploadFiles(files: Iterable<File>, boardId: string | null): void {
  const added = [...files].map((file): Upload => {
    const problem = refusalOf(file)
    return { id: ++lastId, file, state: problem ? 'refused' : 'waiting', sentBytes: 0, problem, boardId }
  })
  uploads.become([...uploads.now(), ...added])
  goOn()
}

export function cancelUpload(id: number): void {
  change(id, { state: 'cancelled' })
  running.get(id)?.abort(new DOMException(t('Cancelled.'), 'AbortError'))
}

export function tryUploadAgain(id: number): void {
  change(id, { state: 'waiting', sentBytes: 0, problem: null })
  goOn()
}

/** Takes what is over off the list. */
export function clearUploads(): void {
  uploads.become(uploads.now().filter(({ state }) => state === 'waiting' || state === 'sending'))
}

function goOn(): void {
  while (running.size < maxAtOnce) {
    const next = uploads.now().find(({ id, state }) => state === 'waiting' && !running.has(id))
    if (!next) return
    const over = new AbortController()
    running.set(next.id, over)
    void send(next, over.signal)
  }
}

async function send({ id, file, boardId }: Upload, signal: AbortSignal): Promise<void> {
  change(id, { state: 'sending' })
  try {
    await upload(file, { signal, onProgress: ({ sentBytes }) => change(id, { sentBytes }) }, boardId)
    change(id, { state: 'done', sentBytes: file.size })
  } catch (problem) {
    if (!signal.aborted) change(id, { state: 'failed', problem })
  } finally {
    running.delete(id)
    goOn()
  }
}
