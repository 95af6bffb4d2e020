import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { untilTrue } from '../../../test/support/ask-until.ts'
import { isAlive } from '../../is-alive.ts'
import { createAnalyser } from './file-analyser.ts'

test('a file that takes too long to read is given up, and the process that reads it ends', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-analyser-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const note = join(folder, 'note')
  // On a busy machine it may not even have begun by then: the next one gets longer.
  for (let withinMs = 500; !existsSync(note); withinMs *= 2)
    assert.equal(await createAnalyser('../../../test/fixtures/endless-reader.ts', withinMs).analyse(note), null)
  const pid = Number(await readFile(note, 'utf8'))
  await untilTrue(() => !isAlive(pid))
})
