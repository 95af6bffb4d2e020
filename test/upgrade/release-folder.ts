import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { release } from './release.ts'

const root = join(import.meta.dirname, '..', '..')

/** The history does not hold the last release, as in a shallow clone. */
export class NoHistory extends Error {}

/** The last release as it was, with what its lock file names. It is made once, and kept for the next time. */
export async function releaseFolder(report: (text: string) => void): Promise<string> {
  const folder = join(tmpdir(), `flightdeck-release-${release.commit.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  if (!hasCommit())
    throw new NoHistory(
      `The history here does not hold the last release (${release.version}, ${release.commit}): fetch all of it.`,
    )
  report(`Getting ${release.version} from the history, and what it needs from npm.`)
  const half = `${folder}.${process.pid}`
  await mkdir(half)
  try {
    const archive = execFileSync('git', ['archive', release.commit], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['--extract'], { cwd: half, input: archive })
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: half, stdio: 'ignore' })
    await rename(half, folder)
  } finally {
    await rm(half, { recursive: true, force: true })
  }
  return folder
}

function hasCommit(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${release.commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
