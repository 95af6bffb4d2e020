import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createDatabase, makeDataDir } from '../../support/harness.ts'
import type { FuzzRequest } from '../requests.ts'
import { closeFuzzConnections } from '../send.ts'
import { startFuzzedService } from '../start-service.ts'
import { surveyWorld } from '../world.ts'
import { dearest } from './dearest.ts'
import { openMeter } from './meter.ts'
import type { Meter } from './meter.ts'
import { requestOf } from './recipe.ts'

/** Over what was measured: machines differ in more than speed. */
const margin = 3
const tries = 6

const [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()])
const service = await startFuzzedService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
after(async () => {
  closeFuzzConnections()
  await service.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('ten requests that are dear for their size cost no more of the main thread than a few calibration loops', async (t) => {
  const meter = await openMeter(service)
  if (meter === null) return t.skip('this machine does not tell the processor time of a thread')
  const world = await surveyWorld(service)
  for (const { what, recipe, status, loops } of dearest) {
    const measured = await minLoops(meter, requestOf(recipe, world, service.key), loops * margin)
    const text = `${what}: ${measured.loops.toFixed(2)} calibration loops, usually ${loops}`
    t.diagnostic(text)
    assert.equal(measured.status, status, what)
    assert.ok(measured.loops <= loops * margin, text)
  }
})

/** The least of a few tries, each beside a calibration loop of its own: whatever else goes on only adds. */
async function minLoops(meter: Meter, request: FuzzRequest, enough: number) {
  const min = { status: 0, loops: Infinity }
  for (let n = 0; n < tries && min.loops > enough; n++) {
    const unit = await meter.calibration(2)
    const { ms, status } = await meter.cost(request, 1)
    min.status = status
    min.loops = Math.min(min.loops, ms / unit)
  }
  return min
}
