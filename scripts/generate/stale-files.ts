import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** Which of the files, by their path from the root, are not what they should be. */
export async function staleFiles(files: Record<string, string>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      const current = await readFile(join(root, file), 'utf8').catch(() => null)
      return current === text ? null : file
    }),
  )
  return found.filter((file) => file !== null)
}

/** Generated files, by their name, that are not among those that are written. */
export function unwrittenFiles(files: Record<string, string>): string[] {
  const folders = '{src,sandbox,client/src,client/cli,web/src,test,bench,scripts}'
  return globSync(`${folders}/**/*.gen.*`, { cwd: root }).filter((file) => !(file in files))
}
