import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Stands for npm: writes down how it is called, and once it may, leaves what npm would leave, with a Node that prints its
 * arguments. Like npm it begins from nothing only for `ci`.
 */
const fakeNpm = `#!/bin/sh
set -eu
echo "$1 $(echo "$*" | grep -oE -e '--(omit|include)=dev')" >> "$TRACE"
if [ "$1" = ci ]; then rm -rf node_modules; fi
mkdir -p node_modules/node/bin
while [ ! -e "$MAY_GO_ON" ]; do sleep 0.05; done
if [ -e "$TRACE.fails" ]; then echo 'npm error: no way to the registry' >&2; exit 7; fi
printf '#!/bin/sh\\necho "ran $*"\\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node
case "$*" in *--include=dev*) what='"dev": true' ;; *) what='' ;; esac
echo "{ $what }" > node_modules/.package-lock.json
`

export interface Checkout {
  folder: string
  lock: string
  /** How npm was called, in order: `ci --omit=dev`. */
  installs(): Promise<string[]>
  letInstallsEnd(): Promise<void>
  holdInstalls(): Promise<void>
  /** From now on npm fails, or no longer does. */
  failInstalls(doFail: boolean): Promise<void>
  changeLockFile(): Promise<void>
  /** The same text, but newer than anything that was written so far, as in a clone. */
  touchLockFile(): Promise<void>
  start(): Run
  test(): Run
}

export interface Run {
  child: ChildProcess
  output(): string
  /** Resolves when the words were said. */
  says(words: string): Promise<void>
  ended: Promise<number | null>
  /** With all that it started. */
  kill(): Promise<void>
}

/** A folder with the scripts of the project and nothing installed, as after a clone. Its name has a space in it. */
export async function freshCheckout(): Promise<Checkout & AsyncDisposable> {
  const base = await mkdtemp(join(tmpdir(), 'flightdeck-install-'))
  const folder = join(base, 'a clone')
  const [bin, trace, mayGoOn] = [join(base, 'bin'), join(base, 'trace'), join(base, 'may-go-on')]
  await copyScripts(folder)
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await mkdir(bin)
  await writeFile(join(bin, 'npm'), fakeNpm)
  await chmod(join(bin, 'npm'), 0o755)
  const env = { PATH: `${bin}:${process.env.PATH}`, TRACE: trace, MAY_GO_ON: mayGoOn }
  const runs: Run[] = []
  const keep = (started: Run) => {
    runs.push(started)
    return started
  }
  return {
    folder,
    lock: join(folder, '.install-lock'),
    installs: async () => (await readFile(trace, 'utf8').catch(() => '')).split('\n').filter(Boolean),
    letInstallsEnd: () => writeFile(mayGoOn, ''),
    holdInstalls: () => rm(mayGoOn),
    failInstalls: (doFail) => (doFail ? writeFile(`${trace}.fails`, '') : rm(`${trace}.fails`)),
    changeLockFile: () => appendFile(join(folder, 'package-lock.json'), '\n'),
    touchLockFile: () => touchLater(join(folder, 'package-lock.json')),
    start: () => keep(run(folder, 'src/main.ts', env)),
    test: () => keep(run(folder, 'test/run.ts', env)),
    async [Symbol.asyncDispose]() {
      await Promise.all(runs.map((each) => each.kill()))
      await rm(base, { recursive: true, force: true })
    },
  }
}

async function copyScripts(folder: string): Promise<void> {
  await mkdir(join(folder, 'scripts'), { recursive: true })
  for (const name of ['run.sh', 'install.sh']) {
    await copyFile(join(import.meta.dirname, '..', '..', '..', 'scripts', name), join(folder, 'scripts', name))
  }
}

/** However coarse the clock of the file system. */
async function touchLater(path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  const later = new Date(Math.max(mtimeMs, Date.now()) + 60_000)
  await utimes(path, later, later)
}

function run(folder: string, entry: string, env: NodeJS.ProcessEnv): Run {
  const child = spawn('sh', ['scripts/run.sh', entry, 'up'], { cwd: folder, env, detached: true })
  let output = ''
  const read = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    async says(words) {
      while (!output.includes(words)) {
        const more = await Promise.race([
          once(child.stderr, 'data'),
          once(child.stdout, 'data'),
          ended.then(() => null),
        ])
        if (more === null && !output.includes(words)) throw new Error(`It ended without "${words}":\n${output}`)
      }
    },
    ended,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}

interface RealCheckout extends AsyncDisposable {
  folder: string
  run(entry: string): Run
  /** As a person calls it. */
  npm(...words: string[]): Promise<unknown>
}

/** A folder whose packages are real files of the disk, to be installed by the real npm without a network. */
export async function checkoutWithPackages(scripts: Record<string, string> = {}): Promise<RealCheckout> {
  const base = await mkdtemp(join(tmpdir(), 'flightdeck-install-'))
  const folder = join(base, 'a clone')
  await copyScripts(folder)
  const node = await pack(base, 'node', { 'bin/node': '#!/bin/sh\necho "ran $*"\n' })
  const tool = await pack(base, 'tool', { 'index.js': 'export const whole = true\n' })
  const manifest = { name: 'a-clone', scripts, dependencies: { node }, devDependencies: { tool } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await promisify(execFile)('npm', ['install', '--package-lock-only', '--offline'], { cwd: folder })
  const env = { ...process.env, npm_config_offline: 'true' }
  return {
    folder,
    run: (entry) => run(folder, entry, env),
    npm: (...words) => promisify(execFile)('npm', words, { cwd: folder, env }),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  }
}

/** Makes a package of the files and answers how to depend on it. */
async function pack(base: string, name: string, files: Record<string, string>): Promise<string> {
  const folder = join(base, name, 'package')
  const all = { 'package.json': JSON.stringify({ name, version: '1.0.0' }), ...files }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text, { mode: 0o755 })
  }
  const archive = join(base, `${name}-1.0.0.tgz`)
  await promisify(execFile)('tar', ['-czf', archive, '-C', join(base, name), 'package'])
  return `file:${archive}`
}
