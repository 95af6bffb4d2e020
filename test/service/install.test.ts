import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkoutWithPackages, freshCheckout } from '../support/service/checkout.ts'
import type { Run } from '../support/service/checkout.ts'
import { askUntil } from '../support/ask-until.ts'

const forRunning = 'ci --omit=dev'
const forEverything = 'ci --include=dev'
const addTheRest = 'install --include=dev'
const removeTheRest = 'install --omit=dev'

async function endsWell(run: Run, entry = 'src/main.ts'): Promise<void> {
  assert.equal(await run.ended, 0, run.output())
  assert.match(run.output(), new RegExp(`^ran .*${entry.replace('.', '\\.')} up$`, 'm'))
}

test('a first start installs what running needs, says so once, and the next start installs nothing', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  const first = checkout.start()
  await endsWell(first)
  assert.match(
    first.output(),
    /^Installing what Flightdeck runs on, once \.\.\. \.* ?done in \d+ s\. Starting \.\.\.\nran /,
  )
  const second = checkout.start()
  await endsWell(second)
  assert.match(second.output(), /^ran .*\n$/)
  assert.deepEqual(await checkout.installs(), [forRunning])
})

test('tests add what they need to what running needs, and take nothing away', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await endsWell(checkout.start())
  await endsWell(checkout.test(), 'test/run.ts')
  await endsWell(checkout.test(), 'test/run.ts')
  await endsWell(checkout.start())
  assert.deepEqual(await checkout.installs(), [forRunning, addTheRest])
})

test('whoever tests first installs everything at once, and a start finds it', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await endsWell(checkout.test(), 'test/run.ts')
  await endsWell(checkout.start())
  assert.deepEqual(await checkout.installs(), [forEverything])
})

test('of two first starts at once, one installs and the other waits for it and says so', async () => {
  await using checkout = await freshCheckout()
  const first = checkout.start()
  await first.says('Installing')
  const second = checkout.start()
  await second.says('Packages are being installed here already')
  await checkout.letInstallsEnd()
  await Promise.all([endsWell(first), endsWell(second)])
  assert.deepEqual(await checkout.installs(), [forRunning])
})

test('a first start and a test at once install one after the other', async () => {
  await using checkout = await freshCheckout()
  const start = checkout.start()
  await start.says('Installing')
  const tests = checkout.test()
  await tests.says('Packages are being installed here already')
  await checkout.letInstallsEnd()
  await Promise.all([endsWell(start), endsWell(tests, 'test/run.ts')])
  assert.deepEqual(await checkout.installs(), [forRunning, addTheRest])
})

test('a start does not wait for what tests need', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await endsWell(checkout.start())
  await checkout.holdInstalls()
  const tests = checkout.test()
  await tests.says('Installing')
  await endsWell(checkout.start())
  await checkout.letInstallsEnd()
  await endsWell(tests, 'test/run.ts')
})

test('when the start that installs is killed, the one that waits installs instead', async () => {
  await using checkout = await freshCheckout()
  const first = checkout.start()
  await first.says('Installing')
  const second = checkout.start()
  await second.says('Packages are being installed here already')
  await first.kill()
  await checkout.letInstallsEnd()
  await endsWell(second)
  assert.deepEqual((await checkout.installs()).at(-1), forRunning)
})

test('when adding what tests need is killed, a start runs, and the next test adds it anew', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await endsWell(checkout.start())
  await checkout.holdInstalls()
  const killed = checkout.test()
  await killed.says('Installing')
  await askUntil(async () => (await checkout.installs()).length >= 2 || null)
  await killed.kill()
  await checkout.letInstallsEnd()
  await endsWell(checkout.start())
  await endsWell(checkout.test(), 'test/run.ts')
  assert.deepEqual(await checkout.installs(), [forRunning, addTheRest, removeTheRest, addTheRest])
})

test('a lock file that changed brings the installed packages up to date, of whichever kind they are', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await endsWell(checkout.start())
  await checkout.changeLockFile()
  await endsWell(checkout.start())
  await endsWell(checkout.test(), 'test/run.ts')
  await checkout.changeLockFile()
  await endsWell(checkout.start())
  await endsWell(checkout.start())
  assert.deepEqual(await checkout.installs(), [forRunning, 'install --omit=dev', addTheRest, 'install --include=dev'])
})

test('a lock file that is only newer, as in a clone beside copied packages, installs nothing', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await endsWell(checkout.start())
  await checkout.touchLockFile()
  await endsWell(checkout.start())
  assert.deepEqual(await checkout.installs(), [forRunning])
})

test('whoever calls npm by hand has installed what a start needs', async () => {
  await using checkout = await checkoutWithPackages({ postinstall: 'sh scripts/install.sh mark' })
  await checkout.npm('ci', '--omit=dev')
  const start = checkout.run('src/main.ts')
  await endsWell(start)
  assert.doesNotMatch(start.output(), /Installing/)
})

test('an installation that fails says so, runs nothing, and is tried again', async () => {
  await using checkout = await freshCheckout()
  await checkout.letInstallsEnd()
  await checkout.failInstalls(true)
  const failed = checkout.start()
  assert.equal(await failed.ended, 1)
  assert.match(failed.output(), /no way to the registry\n\nThe packages could not be installed/)
  assert.doesNotMatch(failed.output(), /^ran|done in/m)
  await checkout.failInstalls(false)
  await endsWell(checkout.start())
  assert.deepEqual(await checkout.installs(), [forRunning, forRunning])
})

test('a lock that a start left behind whose process id is another program by now holds up nobody', async () => {
  await using checkout = await freshCheckout()
  await symlink(String(process.pid), checkout.lock)
  await checkout.letInstallsEnd()
  const start = checkout.start()
  await endsWell(start)
  assert.doesNotMatch(start.output(), /waiting/)
  await assert.rejects(readFile(checkout.lock), { code: 'ENOENT' })
})

test('a folder that may not be written says who has to install, and installs nothing', async () => {
  await using checkout = await freshCheckout()
  await chmod(dirname(checkout.folder), 0o755)
  await chmod(checkout.folder, 0o555)
  // Root may write everywhere.
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const start = spawnSync('sh', ['scripts/run.sh', 'src/main.ts', 'up'], { cwd: checkout.folder, ...somebody })
  await chmod(checkout.folder, 0o755)
  assert.equal(start.status, 1)
  assert.match(String(start.stderr), /you may not write .*a clone\. Let whoever owns it run: npm ci --omit=dev\./)
  assert.deepEqual(await checkout.installs(), [])
})

test('with the real npm: what running needs stays the same file while the rest comes, and a half of it is made whole', async () => {
  await using checkout = await checkoutWithPackages()
  const modules = join(checkout.folder, 'node_modules')
  const node = join(modules, 'node', 'bin', 'node')
  const tool = join(modules, 'tool', 'index.js')
  await endsWell(checkout.run('src/main.ts'))
  const { ino } = await stat(node)
  await assert.rejects(stat(tool), { code: 'ENOENT' })

  await endsWell(checkout.run('test/run.ts'), 'test/run.ts')
  assert.match(await readFile(tool, 'utf8'), /whole/)
  assert.equal((await stat(node)).ino, ino)

  await writeFile(tool, '')
  await writeFile(join(modules, '.adding'), '')
  await endsWell(checkout.run('test/run.ts'), 'test/run.ts')
  assert.match(await readFile(tool, 'utf8'), /whole/)
  assert.equal((await stat(node)).ino, ino)
})
