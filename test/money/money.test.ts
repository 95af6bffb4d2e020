// Alone in its process: it moves the clock.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createDatabase, makeDataDir } from '../support/harness.ts'
import { moveClock } from './clock.ts'
import { playMany } from './many.ts'
import { startService } from './service.ts'

/** Those that once went wrong are in the short half (found.test.ts); `npm run money` goes on from here. */
const sequences = 60

const clock = moveClock()
const [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()])
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
after(async () => {
  await service.close()
  clock.giveBack()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('no order of writes, mishaps and changes by others brings more than a cap allows, and what fits is let through', async () => {
  const choice = { bases: ['spend', 'commitments'], byKey: true, breadth: 'all' } as const
  const onWrong = (text: string) => assert.fail(text)
  await playMany({ service, clock, judges: 'all' }, { seed: 1, from: 0, to: sequences, choice, onWrong })
})
