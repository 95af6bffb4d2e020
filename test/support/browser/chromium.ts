import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The one without windows needs half of the processor's time for the same pages. */
const names = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
]

export const howToGetIt =
  'Install Chromium or Chrome (Debian: apt-get install chromium-headless-shell), or name one with CHROMIUM_PATH.'

/** Where there is a Chromium; null: nowhere. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) return canRun(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null
  const folders = (env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...found, ...places].find(canRun) ?? null
}

/** Finds one, or installs it where that is one command away: as root on Debian and Ubuntu. */
export function provideChromium(say: (text: string) => void): string | null {
  const found = findChromium()
  if (found !== null || process.env.CHROMIUM_PATH || !isRootOnDebian()) return found
  say('Tests in a browser need Chromium: installing it ...')
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
  apt('update', '-qq')
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status, stderr } = apt('install', '-y', '-qq', '--no-install-recommends', name)
    if (status === 0) break
    say(`apt-get could not install ${name}: ${stderr?.trim().split('\n').at(-1) ?? 'it did not start'}`)
  }
  return findChromium()
}

function isRootOnDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // A stand-in that only says how to install the real one is none.
    return /\d+\.\d+/.test(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return false
  }
}
