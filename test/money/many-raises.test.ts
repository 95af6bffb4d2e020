// Alone in its process: it moves the clock.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createDatabase, makeDataDir } from '../support/harness.ts'
import { moveClock } from './clock.ts'
import { playRaises } from './raises-at-once.ts'
import { startService } from './service.ts'

const clock = moveClock()
const [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()])
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
after(async () => {
  await service.close()
  clock.giveBack()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('of 500 small raises at the same moment no more are let through than fit', async () => {
  const counts = await playRaises({ service, clock, nextName: () => 'raises', judges: 'all' }, 500)
  assert.ok((counts['budget guard_refused'] ?? 0) > 300, JSON.stringify(counts))
})
