import { statfsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbedded } from '../../../src/db/embedded/embedded.ts'
import { isAlive } from '../../../src/is-alive.ts'

const inMemory = '/dev/shm'
/** Far more than the databases of a whole run take. */
const roomBytes = 8 * 1024 ** 3

/** Where the databases of the tests lie: in memory where there is plenty, which makes one in a quarter of the time. */
function placeForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const prefix = 'flightdeck-test-'

/** A folder for this run alone. What a run that was killed left behind goes first: it would fill the memory. */
export async function folderForRun(place = placeForDatabases()): Promise<string> {
  for (const name of await readdir(place)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    // Another user's is not ours to remove.
    await removeRun(join(place, name)).catch(() => undefined)
  }
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  await chmod(folder, 0o711)
  return folder
}

async function removeRun(dataDir: string): Promise<void> {
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
}
