import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp } from '../support/harness.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'platforms', 'linkedin.md'), 'utf8')

test("the ten steps of the professional network's page can be pasted as they stand", async () => {
  const app = await startTestApp()
  const section = /## Ten steps\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const blocks = [...section.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block)
  assert.equal(blocks.length, 11, 'the beginning and ten steps')
  await mkdir(join(app.dataDir, 'data'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  const script = blocks
    .join('\n')
    .replace('http://127.0.0.1:8080', app.url)
    .replace('http://127.0.0.1:8081', app.sandboxUrl)
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: app.dataDir })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown> & { data: Record<string, unknown>[] })
  assert.equal(answers.length, 10)
  for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer))
  const [accounts, posts, tree, , rehearsed, , done, receipts, copies, figures] = answers
  assert.equal(accounts!.data.length, 2)
  assert.ok(posts!.data.some(({ eligible }) => eligible === true))
  assert.ok(tree!.data.some(({ spend }) => Number(spend) > 0))
  assert.deepEqual([rehearsed!.valid, rehearsed!.depth], [true, 'platform'], JSON.stringify(rehearsed))
  assert.deepEqual([done!.status, done!.successfulAds], ['success', 4], JSON.stringify(done))
  for (const { differences } of receipts!.data) assert.deepEqual(differences, [])
  assert.equal(copies!.successCount, 2)
  assert.ok(figures!.data.length > 0)
})
