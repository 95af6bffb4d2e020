import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../../is-alive.ts'

const beatMs = 2_000
/** A holder that has shown no sign of life for so long is gone. */
const goneAfterMs = 20_000
const lookEveryMs = 300

interface Waiting {
  /** Somebody else holds it: called once. */
  onWait: () => void
  signal: AbortSignal
}

/** One at a time, over all processes that share the folder, also after one of them was killed. */
export async function withLock<T>(path: string, { onWait, signal }: Waiting, work: () => Promise<T>): Promise<T> {
  for (let waits = 0; !(await take(path)); waits++) {
    if (await isLeftBehind(path)) await removeFor(path)
    else {
      if (waits === 0) onWait()
      await pause(lookEveryMs, undefined, { signal })
    }
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${hostname()} ${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isLeftBehind(path: string): Promise<boolean> {
  try {
    const [host, pid] = (await readFile(path, 'utf8')).split(' ')
    if (host === hostname() && pid !== undefined && !isAlive(Number(pid))) return true
    return Date.now() - (await stat(path)).mtimeMs > goneAfterMs
  } catch {
    // Let go this very moment.
    return false
  }
}

/** Whoever makes the second file may remove the first; nobody else does, and only if it is still the dead one's. */
async function removeFor(path: string): Promise<void> {
  const claim = `${path}.removing`
  if (!(await take(claim))) {
    if (await isLeftBehind(claim)) await rm(claim, { force: true })
    return
  }
  try {
    if (await isLeftBehind(path)) await rm(path, { force: true })
  } finally {
    await rm(claim, { force: true })
  }
}
