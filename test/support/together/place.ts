import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Far more than the databases of a whole run take. */
const roomBytes = 8 * 1024 ** 3

/** Where the databases of the tests lie: in memory where there is plenty, which makes one in a quarter of the time. */
export function placeForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
