import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const prefix = 'incoming-'

/** Names of unfinished files are recognisable, so that cleaning a shared directory touches nothing else. */
export function leftoverName(): string {
  return `${prefix}${randomUUID()}`
}

/** Removes unfinished files that a crash left behind, and answers how many there were. */
export async function removeLeftovers(dir: string, olderThanMs: number): Promise<number> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const before = Date.now() - olderThanMs
  let removed = 0
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(dir, name)
    const found = await lstat(path).catch(() => null)
    if (!found?.isFile() || found.mtimeMs > before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
