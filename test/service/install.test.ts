import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

/** Stands for npm: notes that it begins, installs a Node that prints its arguments once it may, and fails when it is not alone. */
const npm = `#!/bin/sh
set -eu
echo begun >> "$TRACE"
mkdir node_modules
while [ ! -e "$MAY_GO_ON" ]; do :; done
mkdir -p node_modules/node/bin
printf '#!/bin/sh\\necho "ran $*"\\n' > node_modules/node/bin/node
chmod +x node_modules/node/bin/node
echo '{}' > node_modules/.package-lock.json
`

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

interface Checkout {
  lock: string
  /** How often packages were installed. */
  installs(): Promise<number>
  letInstallsEnd(): Promise<void>
  start(): Start
}

interface Start {
  child: ChildProcess
  output(): string
  /** Resolves when the words were said. */
  says(words: string): Promise<void>
  ended: Promise<number | null>
}

async function freshCheckout(): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-install-'))
  folders.push(folder)
  const [trace, mayGoOn] = [join(folder, 'trace'), join(folder, 'may-go-on')]
  await mkdir(join(folder, 'scripts'))
  await mkdir(join(folder, 'bin'))
  await copyFile(join(import.meta.dirname, '..', '..', 'scripts', 'run.sh'), join(folder, 'scripts', 'run.sh'))
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await writeFile(join(folder, 'bin', 'npm'), npm)
  await chmod(join(folder, 'bin', 'npm'), 0o755)
  return {
    lock: join(folder, '.install-lock'),
    installs: async () => (await readFile(trace, 'utf8')).split('\n').filter(Boolean).length,
    letInstallsEnd: () => writeFile(mayGoOn, ''),
    start() {
      const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TRACE: trace, MAY_GO_ON: mayGoOn }
      const child = spawn('sh', ['scripts/run.sh', 'src/main.ts', 'up'], { cwd: folder, env, detached: true })
      let output = ''
      const read = (chunk: Buffer) => (output += chunk.toString())
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      return {
        child,
        output: () => output,
        async says(words) {
          while (!output.includes(words)) await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data')])
        },
        ended: once(child, 'close').then(([code]) => code as number | null),
      }
    },
  }
}

test('of two first starts at once, one installs and the other waits for it and says so', async () => {
  const checkout = await freshCheckout()
  const first = checkout.start()
  await first.says('Installing packages')
  const second = checkout.start()
  await second.says(`Another start (process ${first.child.pid}) is installing packages here; waiting for it`)
  await checkout.letInstallsEnd()
  assert.deepEqual(await Promise.all([first.ended, second.ended]), [0, 0], first.output() + second.output())
  for (const start of [first, second]) assert.match(start.output(), /^ran .*src\/main\.ts up$/m)
  assert.equal(await checkout.installs(), 1)
})

test('when the start that installs is killed, the one that waits installs instead', async () => {
  const checkout = await freshCheckout()
  const first = checkout.start()
  await first.says('Installing packages')
  const second = checkout.start()
  await second.says('waiting for it')
  // With what it started: all of it is one process group.
  process.kill(-first.child.pid!, 'SIGKILL')
  await first.ended
  await rm(join(checkout.lock, '..', 'node_modules'), { recursive: true, force: true })
  await checkout.letInstallsEnd()
  assert.equal(await second.ended, 0, second.output())
  assert.match(second.output(), /^ran /m)
})

test('a lock that a start left behind whose process id is another program by now holds up nobody', async () => {
  const checkout = await freshCheckout()
  await symlink(String(process.pid), checkout.lock)
  await checkout.letInstallsEnd()
  const start = checkout.start()
  assert.equal(await start.ended, 0, start.output())
  assert.doesNotMatch(start.output(), /waiting/)
  await assert.rejects(readFile(checkout.lock), { code: 'ENOENT' })
})
