import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of the data folder whose names are for nobody else: the name of a public file is all that keeps it from strangers. */
const names = ['media', 'fetched', 'sandbox']

/** Makes them for our own user alone, with what is in them, also those that an older version left open to others. */
export async function closeFolders(dataDir: string): Promise<void> {
  for (const name of names) {
    const path = join(dataDir, name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    await closeFolder(path)
    const inside = await readdir(path, { withFileTypes: true })
    for (const entry of inside) if (entry.isDirectory()) await closeFolder(join(path, entry.name))
  }
}

async function closeFolder(path: string): Promise<void> {
  await chmod(path, 0o700).catch((error: { code?: string }) => {
    // A volume that belongs to somebody else is theirs to close; one that is gone meanwhile needs none of it.
    if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error as unknown as Error
  })
}
