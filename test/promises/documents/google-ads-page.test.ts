import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp } from '../../support/harness.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'platforms', 'google-ads.md'), 'utf8')

test('the ten steps of the search-ads page can be pasted as they stand', async () => {
  const app = await startTestApp()
  const section = /## Ten steps\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const blocks = [...section.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block)
  assert.equal(blocks.length, 11, 'the beginning and ten steps')
  await mkdir(join(app.dataDir, 'data'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  const script = blocks.join('\n').replace('http://127.0.0.1:8080', app.url)
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: app.dataDir })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown> & { data: Record<string, unknown>[] })
  assert.equal(answers.length, 10)
  for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer))
  const [, , , terms, rehearsed, added, paused, budget, changes, report] = answers
  assert.ok(terms!.data.length > 0)
  assert.equal(rehearsed!.depth, 'platform')
  for (const done of [rehearsed, added, paused]) assert.equal(done!.failCount, 0)
  assert.deepEqual(budget!.new, { dailyBudget: 220, lifetimeBudget: null })
  assert.equal(changes!.data[0]!.objectType, 'campaign_budget')
  assert.ok(report!.data.some(({ spend }) => Number(spend) > 0))
})
