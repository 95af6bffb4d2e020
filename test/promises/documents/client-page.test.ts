import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp } from '../../support/harness.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Gives the program of the page a webhook, signed as the service signs. */
const epilogue = `
import { createHmac } from 'node:crypto'
const body = JSON.stringify({ type: 'ad.launched', timestamp: new Date().toISOString(), data: { adName: 'Summer' } })
const now = String(Math.floor(Date.now() / 1000))
const made = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update('evt_1_1.' + now + '.' + body).digest('base64')
const headers = { 'webhook-id': 'evt_1_1', 'webhook-timestamp': now, 'webhook-signature': 'v1,' + made }
for (const text of [body, body + ' ']) {
  const answer = await receive(new Request('http://receiver.example', { method: 'POST', headers, body: text }))
  console.log('webhook', answer.status)
}
`

test('the program of docs/client.md runs as it stands', async () => {
  const app = await startTestApp()
  const page = await readFile(join(root, 'docs', 'client.md'), 'utf8')
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!)
  const program = [...blocks, epilogue].join('\n')
  await mkdir(join(app.dataDir, 'data'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  await mkdir(join(app.dataDir, 'node_modules', '@flightdeck'), { recursive: true })
  await symlink(join(root, 'client'), join(app.dataDir, 'node_modules', '@flightdeck', 'client'))
  const here = program.replaceAll('http://127.0.0.1:8080', app.url).replaceAll('http://127.0.0.1:8081', app.sandboxUrl)
  await writeFile(join(app.dataDir, 'program.mts'), here)
  // The package as it is in the repository, before it is built.
  const args = ['--conditions=flightdeck-source', 'program.mts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: app.dataDir })
  const { ads } = await app.control<{ ads: { id: string; name: string }[] }>('GET', 'state?platform=meta')
  const { id } = ads.find(({ name }) => name === 'Summer sale, square')!
  const expected = [
    '1 of 1',
    `success ${id}`,
    'true',
    /^1 \d+$/,
    /^dailyBudget .+/,
    `found ${id}`,
    /^\d+ of \d+ bytes$/,
    /^http.+\/media\/.+\.png$/,
    /^campaign/,
    /ndjson/,
    "ad.launched { adName: 'Summer' }",
    'webhook 204',
    'webhook 401',
  ]
  const lines = stdout.trim().split('\n')
  for (const line of expected) {
    const at = lines.findIndex((said) => (typeof line === 'string' ? said === line : line.test(said)))
    assert.ok(at >= 0, `${line} is missing in what is left of:\n${stdout}`)
    lines.splice(0, at + 1)
  }
})
