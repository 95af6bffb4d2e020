import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BuildProblem, runTool } from './run-tool.ts'

interface Locked {
  packages: Record<string, { version?: string; integrity?: string; optional?: boolean; devOptional?: boolean }>
}

/** Quiet, without scripts of packages, and soon at an end where there is no way to the registry. */
const words = [
  'ci',
  '--include=dev',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--no-progress',
]
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']

export async function installPackages(web: string, signal: AbortSignal): Promise<void> {
  const { code, said } = await runTool('npm', [...words, ...patience, '--loglevel=error'], {
    folder: web,
    signal,
  }).catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw isMissing ? new BuildProblem('npm is not there. It comes with Node: https://nodejs.org') : error
  })
  if (code !== 0) throw new BuildProblem(`npm could not install its packages${reasonIn(said)}.`, said)
}

function reasonIn(said: string): string {
  const code = /^npm (?:error|ERR!) code (\S+)/m.exec(said)?.[1]
  if (code === undefined) return ''
  const isAway = /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EHOSTUNREACH|ENETUNREACH|FETCH_ERROR)$/
  return isAway.test(code) ? `: its registry cannot be reached (${code})` : ` (${code})`
}

/** npm writes down what is there once all of it is; that is compared with what the lock file wants. */
export async function isInstalled(web: string): Promise<boolean> {
  const [wanted, there] = await Promise.all([
    readLock(join(web, 'package-lock.json')),
    readLock(join(web, 'node_modules', '.package-lock.json')),
  ])
  if (!wanted || !there) return false
  const isThere = ([path, { version, integrity, optional, devOptional }]: [string, Locked['packages'][string]]) => {
    const found = there.packages[path]
    // What is for other machines is left out by npm.
    if (!found) return path === '' || optional === true || devOptional === true
    return found.version === version && (integrity === undefined || found.integrity === integrity)
  }
  const isWanted = (path: string) => wanted.packages[path] !== undefined
  return Object.entries(wanted.packages).every(isThere) && Object.keys(there.packages).every(isWanted)
}

async function readLock(path: string): Promise<Locked | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Locked
  } catch {
    return null
  }
}
