import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Counted up when what is made of the same sources changes. */
const format = 1
const own = ['web/src/**/*', 'web/*.json', 'web/index.html', 'web/begin.js', 'web/vite.config.ts']
const sources = [...own, 'client/src/**/*', 'src/face/*']

/** Names what a dashboard was built from: the same stamp, the same dashboard. */
export async function stampOf(root: string): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256').update(`${format} ${process.version}\0`)
  for (const path of paths.sort()) {
    const text = await readFile(path)
    hash.update(`${path.slice(root.length)}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex').slice(0, 20)
}

/** Where the dashboard of a stamp lies, once it is whole. */
export function folderOf(root: string, stamp: string): string {
  return join(root, 'web', 'dist', stamp)
}
