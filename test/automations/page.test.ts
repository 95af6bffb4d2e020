import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import {
  checksKeptDays,
  executionsKeptDays,
  lateAfterMinutes,
  suggestionHours,
} from '../../src/core/automations/execute/limits.ts'
import { minMinutes } from '../../src/core/automations/rule/limits.ts'
import type { ExecutionView } from '../support/automations/rules.ts'
import { makeDataDir } from '../support/harness.ts'
import { proseOf } from '../support/prose.ts'
import { freePort, startService, supervised } from '../support/service/service-process.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'automations.md'), 'utf8')

test('the page says what the constants say', () => {
  for (const text of [
    `(${minMinutes} at least)`,
    `within ${lateAfterMinutes} minutes is skipped`,
    `for ${suggestionHours} hours`,
    `for ${checksKeptDays} days, everything else for ${executionsKeptDays}`,
  ]) {
    assert.ok(proseOf(page).includes(text), text)
  }
})

test('what the page shows can be pasted as it stands', async () => {
  const dataDir = await makeDataDir()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  // A start of its own: it is killed, and watched over as a user's is.
  const service = await startService(
    { DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
    supervised,
  )
  after(async () => {
    await service.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  })
  await symlink('.', join(dataDir, 'data'))
  const section = /## Shows\n([\s\S]*)$/.exec(page)?.[1] ?? ''
  const blocks = [...section.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block)
  assert.equal(blocks.length, 10, 'the beginning and nine steps')
  const script = blocks
    .join('\n')
    .replace('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
    .replace('http://127.0.0.1:8081', `http://127.0.0.1:${sandboxPort}`)
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], { cwd: dataDir, maxBuffer: 50_000_000 })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer))
  assert.equal(answers.length, 9)
  const [made, preview, backtest, on, ran, again, why, copied, ads] = answers
  assert.equal(made!.enabled, false)
  const { matched, skipped } = preview!.counts as { matched: number; skipped: number }
  assert.ok(matched > 0 && skipped > 0, JSON.stringify(preview!.counts))
  assert.ok((backtest!.series as object[]).length >= 14)
  assert.equal(on!.enabled, true)
  const first = ran as unknown as ExecutionView
  assert.equal(first.acted, matched)
  assert.ok(first.decisions.some(({ outcome, reason }) => outcome === 'skipped' && reason !== null))
  assert.equal((again as unknown as ExecutionView).acted, 0)
  const [row] = why!.data as { entity: { outcome: string; reason: string } }[]
  assert.equal(row!.entity.outcome, 'unmatched')
  assert.match(row!.entity.reason, /^costPerResult last_7_days is [\d.]+, not above 15\.$/)
  const whole = copied as unknown as ExecutionView
  assert.equal(whole.acted, whole.matched)
  assert.ok(whole.acted! > 1)
  const names = (ads!.data as { name: string }[]).map(({ name }) => name).filter((name) => name.includes(' - Copy '))
  assert.equal(names.length, whole.acted)
  assert.equal(new Set(names).size, names.length, JSON.stringify(names))
})
