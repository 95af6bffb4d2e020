import { PlatformError } from '../../errors.ts'
import type { CallOptions } from './http/call.ts'

/** Keeps what was read, under a name, for as long as whoever asks accepts. */
interface Kept<T> {
  /** What was read no longer ago than that; undefined: it has to be read. */
  youngerThan(maxAgeMs: number, name: string): Promise<T> | undefined
  read(name: string, read: () => Promise<T>): Promise<T>
}

export function createKept<T>(maxKept: number): Kept<T> {
  const kept = new Map<string, { at: number; value: Promise<T> }>()
  return {
    youngerThan(maxAgeMs, name) {
      const found = kept.get(name)
      return found && found.at + maxAgeMs > Date.now() ? found.value : undefined
    },
    read(name, read) {
      kept.delete(name)
      const [oldest] = kept.keys()
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest)
      const entry = { at: Date.now(), value: read() }
      kept.set(name, entry)
      // A failure is not worth keeping; the caller hears of it through the promise itself.
      entry.value.catch(() => void (kept.get(name) === entry && kept.delete(name)))
      return entry.value
    },
  }
}

/** What is above an ad hardly changes; many items of a launch ask for the same ones. */
const rememberMs = 60_000
const maxRemembered = 2_000

export type Read<T, O extends CallOptions = CallOptions> = (accountId: string, id: string, options: O) => Promise<T>

/** Reads each thing once in a while, whoever asks. */
export function remember<T, O extends CallOptions = CallOptions>(read: Read<T, O>): Read<T, O> {
  const kept = createKept<T>(maxRemembered)
  return (accountId, id, options) => {
    const name = `${accountId} ${id}`
    const own = () => kept.read(name, () => read(accountId, id, options))
    const found = kept.youngerThan(rememberMs, name)
    // Whoever began to read it may have given up meanwhile: that is nobody else's failure.
    return found?.catch((error: unknown) => (error instanceof PlatformError ? Promise.reject(error) : own())) ?? own()
  }
}

const keepMs = 60_000
const maxLists = 200

/** Answers what was read with the first page of a list; reads it where that is too long ago, or there was no first page. */
export type FiguresForPages<T> = (list: string, page: { after?: string }, read: () => Promise<T>) => Promise<T>

/**
 * Some platforms tell figures of a whole account only. Those that are read with the first page of a list serve the pages that follow:
 * no page costs the whole account again, and all of them tell of one moment.
 */
export function createFiguresForPages<T>(): FiguresForPages<T> {
  const kept = createKept<T>(maxLists)
  return (list, { after }, read) => {
    const found = after === undefined ? undefined : kept.youngerThan(keepMs, list)
    // Whoever read them may have hung up meanwhile: that is nobody else's failure.
    return found ? found.catch(read) : kept.read(list, read)
  }
}
