import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { researchSettings } from '../../src/config/research.ts'
import { maxInputBytes } from '../../src/api/v1/research/forward.ts'
import { maxAnswerBytes } from '../../src/core/research/read-answer.ts'
import { maxBatch } from '../../src/core/research/research.ts'
import { pageLimits } from '../../src/core/research/scrape/run-scrape.ts'
import { keptDays } from '../../src/core/research/scrape/scrapes.ts'
import { startTestApp } from '../support/harness.ts'
import { proseOf } from '../support/prose.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'research.md'), 'utf8')

type Answer = Record<string, unknown> & { success: boolean; result: { data: Record<string, unknown> } }

test('the seven steps of the research page can be pasted as they stand', async () => {
  const app = await startTestApp()
  const section = /## Seven steps\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const blocks = [...section.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block)
  assert.equal(blocks.length, 8, 'the beginning and seven steps')
  await mkdir(join(app.dataDir, 'data'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  const script = blocks.join('\n').replace('http://127.0.0.1:8080', app.url)
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: app.dataDir })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  assert.equal(answers.length, 7)
  for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer))
  const [, ads, details, board, media, draft, scrape] = answers
  const [first] = ads!.result.data.items as { id: string }[]
  assert.equal(details!.result.data.id, first!.id)
  assert.deepEqual(board!.result.data.adIds, [first!.id])
  const { ads: drafted } = draft as unknown as { ads: { media: { url: string }[] }[] }
  assert.equal(drafted[0]!.media[0]!.url, media!.url)
  assert.equal(scrape!.status, 'done')
})

test('the research page names the settings and the limits as they are', () => {
  for (const name of Object.keys(researchSettings)) assert.ok(page.includes(`| \`${name}\` |`), name)
  const said = [
    `up to ${maxBatch} procedures`,
    `maxItems: ${maxBatch}`,
    `more than ${maxAnswerBytes / 1_000_000} MB`,
    `at most ${maxInputBytes / 1_000_000} MB`,
    `(at most ${pageLimits.maxRedirects}), ${pageLimits.maxBytes / 1_000_000} MB, ${pageLimits.totalTimeoutMs / 1000} seconds`,
    `kept for ${keptDays} days`,
  ]
  for (const words of said) assert.ok(proseOf(page).includes(words), words)
})
