import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { operations } from '../../src/api/index.ts'
import { fuzz } from './fuzz.ts'
import { faultsOf } from './report.ts'
import { closeFuzzConnections } from './send.ts'
import { startFuzzedService } from './start-service.ts'
import { createDatabase, makeDataDir } from '../support/harness.ts'

/** Enough to be at every operation with each way of being wrong among them; `npm run fuzz` goes on from there. */
const requests = operations.length * 3

test('every operation, asked three times in broken and half-right ways, meets no 500, no escaped exception and no leak', async () => {
  const [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()])
  const service = await startFuzzedService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  try {
    const report = await fuzz(service, requests, 1)
    assert.deepEqual(faultsOf(report), [])
    assert.equal(report.requests, requests)
    assert.equal(report.statuses.size, operations.length)
  } finally {
    closeFuzzConnections()
    await service.end()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
