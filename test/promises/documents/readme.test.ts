import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { settings } from '../../../src/config.ts'
import { builtIn } from '../../../src/platforms/index.ts'
import { settingsOf } from '../../../src/platforms/settings.ts'
import { startTestApp } from '../../support/harness.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const readme = await readFile(join(root, 'README.md'), 'utf8')

test('the first launch can be pasted from the README and ends in success', async () => {
  const app = await startTestApp()
  const block = /## The first launch[\s\S]*?```bash\n([\s\S]*?)```/.exec(readme)?.[1]
  assert.ok(block)
  await mkdir(join(app.dataDir, 'data'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  const script = block.replace('http://127.0.0.1:8080', app.url).replace('http://127.0.0.1:8081', app.sandboxUrl)
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: app.dataDir })
  const status = JSON.parse(stdout.trim().split('\n').at(-1)!) as { summaryStatus: string; ads: { adId: string }[] }
  assert.equal(status.summaryStatus, 'success', stdout)
  const { ads } = await app.control<{ ads: { id: string; name: string }[] }>('GET', 'state?platform=meta')
  assert.deepEqual(
    ads.filter((ad) => ad.name === 'Spring sale, square').map((ad) => ad.id),
    status.ads.map((ad) => ad.adId),
  )
})

test('the README lists every setting with its default, as it is', () => {
  const ofPlatforms = builtIn.all.flatMap((platform) => Object.entries(settingsOf(platform)))
  for (const [name, setting] of [...Object.entries(settings), ...ofPlatforms]) {
    assert.ok(
      readme.includes(`| \`${name}\` | ${setting.default} | ${setting.about} |`),
      `README lacks or misstates ${name}`,
    )
  }
})

test('CI runs exactly the test command of the README, after the check', async () => {
  const script = await readFile(join(root, '.ci', 'run'), 'utf8')
  assert.ok(readme.includes('npm test  '))
  assert.match(script, /npm run check\nnpm test\n$/)
})
