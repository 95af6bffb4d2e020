import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of the data folder whose names are for nobody else: the name of a public file is all that keeps it from strangers. */
const names = ['media', 'fetched', 'sandbox']

/** Makes them for our own user alone, also those that an older version left open to others. */
export async function closeFolders(dataDir: string): Promise<void> {
  for (const name of names) {
    const path = join(dataDir, name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chmod(path, 0o700).catch((error: { code?: string }) => {
      // A volume that belongs to somebody else is theirs to close.
      if (error.code !== 'EPERM') throw error as unknown as Error
    })
  }
}
