import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { fuzz } from './fuzz.ts'
import { faultsOf } from './report.ts'
import { closeFuzzConnections } from './send.ts'
import { startFuzzedService } from './start-service.ts'
import { createDatabase, makeDataDir } from '../support/harness.ts'

test('3,000 broken and half-right requests over all operations meet no 500, no escaped exception and no leak', async () => {
  const [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()])
  const service = await startFuzzedService({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  try {
    const report = await fuzz(service, 3_000, 1)
    assert.deepEqual(faultsOf(report), [])
    assert.equal(report.requests, 3_000)
  } finally {
    closeFuzzConnections()
    await service.end()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
