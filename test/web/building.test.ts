import assert from 'node:assert/strict'
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildDashboard } from '../../src/web/build/build.ts'
import { folderOf, stampOf } from '../../src/web/build/stamp.ts'
import { askUntil } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'
import { asBrowser } from '../support/web/built.ts'
import { plantedDashboard } from '../support/web/planted.ts'

const never = new AbortController().signal

async function build(folder: string): Promise<{ steps: string[]; built: string }> {
  const steps: string[] = []
  const built = await buildDashboard(folder, { report: (step) => steps.push(step), signal: never })
  return { steps, built }
}

/** The page as a browser gets it, once it is what is waited for. */
function pageOf(app: TestApp, path: string, isIt: (status: number, text: string) => boolean): Promise<string> {
  return askUntil(async () => {
    const page = await fetch(app.url + path, { headers: asBrowser })
    const text = await page.text()
    return isIt(page.status, text) ? text : null
  })
}

test('two who build at once build once, and who comes later builds nothing', async () => {
  const folder = await plantedDashboard()
  const both = await Promise.all([build(folder), build(folder)])
  assert.deepEqual(both.map(({ steps }) => steps.join()).sort(), ['building', 'waiting'])
  assert.equal(both[0].built, both[1].built)
  assert.deepEqual(await readdir(join(folder, 'web', 'dist')), [await stampOf(folder)])
  const { mtimeMs } = await stat(both[0].built)
  assert.deepEqual((await build(folder)).steps, [])
  assert.equal((await stat(both[0].built)).mtimeMs, mtimeMs)
  await writeFile(join(folder, 'client', 'src', 'index.ts'), 'export {}\n')
  assert.notEqual(folderOf(folder, await stampOf(folder)), both[0].built, 'other sources are another build')
})

test('the lock of a process that is gone holds up nobody', async () => {
  const folder = await plantedDashboard()
  const lock = join(folder, 'web', '.build-lock')
  await writeFile(lock, 'another-machine 1')
  await utimes(lock, new Date(0), new Date(0))
  assert.deepEqual((await build(folder)).steps, ['building'])
})

test('a service shows how far its dashboard is, then the dashboard, and its API waits for nothing', async () => {
  const dashboardRoot = await plantedDashboard()
  const lock = join(dashboardRoot, 'web', '.build-lock')
  // Somebody alive builds: the service has to wait.
  await writeFile(lock, `${process.pid}`)
  const beat = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => undefined), 1000)
  const app = await startTestApp({ DASHBOARD: 'on' }, undefined, { dashboardRoot })
  assert.equal((await app.call('GET', '/v1/adaccounts')).status, 200)
  const waiting = await pageOf(app, '/batches/7', (_, text) => text.includes('another process'))
  assert.match(waiting, /<meta http-equiv="refresh" content="2">/)
  assert.doesNotMatch(waiting, /<script(?![^>]* src="\/assets\/waiting\.js")|<style|style=/)
  assert.match(await (await fetch(`${app.url}/assets/waiting.js`)).text(), /location\.reload/)
  const { headers, status } = await fetch(app.url, { headers: asBrowser })
  assert.equal(status, 503)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('content-security-policy')!, /script-src 'self'/)
  assert.equal((await fetch(`${app.url}/assets/index.js`)).status, 404)
  clearInterval(beat)
  await utimes(lock, new Date(0), new Date(0))
  await pageOf(app, '/', (answered, text) => answered === 200 && text.includes('Planted'))
})

test('a dashboard that cannot be built says what failed and what to do, and one that was built by hand is shown', async () => {
  const dashboardRoot = await plantedDashboard({
    'src/main.ts': `import { nothing } from './missing<b>.ts'\nnothing()\n`,
  })
  const app = await startTestApp({ DASHBOARD: 'on', LOG_LEVEL: 'silent' }, undefined, { dashboardRoot })
  const page = await pageOf(app, '/', (_, text) => text.includes('could not be built'))
  assert.match(page, /role="alert" lang="en">Its sources could not be built: .*missing&lt;b/)
  assert.match(page, /flightdeck dashboard build/)
  assert.ok(!page.includes(dashboardRoot), 'where it lies is nobody else’s business')
  assert.equal((await app.call('GET', '/v1/user')).status, 200)
  assert.deepEqual(await readdir(join(dashboardRoot, 'web', 'dist')), [], 'nothing is left half made')
  const built = folderOf(dashboardRoot, await stampOf(dashboardRoot))
  await mkdir(join(built, 'assets'), { recursive: true })
  await writeFile(join(built, 'index.html'), 'Mended')
  await pageOf(app, '/', (answered, text) => answered === 200 && text === 'Mended')
})

test('a service that stops while its dashboard is built leaves nothing behind', async () => {
  const dashboardRoot = await plantedDashboard()
  const app = await startTestApp({ DASHBOARD: 'on' }, undefined, { dashboardRoot })
  await pageOf(app, '/', (answered, text) => answered === 200 || text.includes('being built'))
  await app.close()
  const left = await readdir(join(dashboardRoot, 'web'))
  assert.ok(!left.includes('.build-lock'), left.join())
  const builds = await readdir(join(dashboardRoot, 'web', 'dist')).catch(() => [])
  assert.ok(
    builds.every((name) => !name.startsWith('half-')),
    builds.join(),
  )
})
