import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp } from '../../src/app.ts'
import { moveDatabase } from '../../src/backup/move.ts'
import { readConfig } from '../../src/config.ts'
import { startEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { takeNewMajor } from '../../src/db/embedded/new-major.ts'
import { migrate } from '../../src/db/migrate.ts'
import { howToGetServers } from '../crash/servers.ts'
import { makeDataDir } from '../support/harness.ts'
import { oneQuery } from '../support/one-query.ts'
import { sharedKey } from '../support/service/child-env.ts'

const earlier = '/usr/lib/postgresql/15'
if (!existsSync(earlier)) {
  if (process.env.CI === 'true') throw new Error(howToGetServers)
  test(`left out: ${howToGetServers}`, { skip: true })
} else {
  const dataDir = await makeDataDir()
  const root = join(dataDir, 'postgres')
  after(async () => {
    await stopEmbedded({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  })
  const version = async (name: string) => (await readFile(join(root, name, 'PG_VERSION'), 'utf8')).trim()
  type Move = Parameters<typeof takeNewMajor>[0]['move']
  const moving: Move = async (from, to, name) =>
    void (await moveDatabase({ from, to, names: { from: 'earlier', to: name }, prepare: () => migrate(from) }))
  const take = (move: Move, binaries: string | null = null) =>
    takeNewMajor({ dataDir, binaries, report: () => undefined, move })
  const killed = new Error('killed')

  test('a folder of an earlier PostgreSQL is left as it is by whoever cannot move it, and says what to do', async () => {
    const old = await startEmbedded({ dataDir, binaries: earlier })
    await migrate(old.connection)
    await oneQuery(old.connection, "INSERT INTO companies (name, slug) VALUES ('Kept', 'kept')")
    await old.stop()
    await assert.rejects(
      startEmbedded({ dataDir }),
      /is of PostgreSQL 15, and this version brings 18: start the service/,
    )
    await assert.rejects(
      take(moving, '/nowhere'),
      /apt-get install postgresql-15.*PREVIOUS_POSTGRES.*Nothing was changed/,
    )
    assert.equal(await version('cluster'), '15')
  })

  test('while a service works in it nothing is moved', async () => {
    const old = await startEmbedded({ dataDir, binaries: earlier })
    const { default: pg } = await import('pg')
    const service = new pg.Client(old.connection)
    await service.connect()
    await service.query("SELECT pg_advisory_lock(hashtext('flightdeck service'))")
    await assert.rejects(take(moving), /Another Flightdeck already works/)
    await service.end()
    await old.stop()
  })

  test('cut off before it is copied, before it is kept in its place, and between two names, the next start goes on', async () => {
    await assert.rejects(
      take(async () => Promise.reject(killed)),
      killed,
    )
    assert.equal(await version('cluster'), '15')
    const marked: Move = async (...places) => {
      await moving(...places)
      throw killed
    }
    await assert.rejects(take(marked), killed)
    assert.equal(await version('cluster'), '15')
    // What somebody changed there since is noticed.
    const spoil: Move = async (from, to, name) => {
      await oneQuery(to, "UPDATE companies SET name = 'Other' WHERE slug = 'kept'")
      await moving(from, to, name)
    }
    await assert.rejects(take(spoil), /companies is not the same in both/)
    const mend: Move = async (from, to, name) => {
      await oneQuery(to, "UPDATE companies SET name = 'Kept' WHERE slug = 'kept'")
      await moving(from, to, name)
    }
    await take(mend)
    assert.deepEqual([await version('cluster'), await version('cluster.15')], ['18', '15'])
    await rename(join(root, 'cluster'), join(root, 'cluster.next'))
    const settings = {
      DATA_DIR: dataDir,
      SANDBOX: 'off',
      DASHBOARD: 'off',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...sharedKey,
    }
    const app = await startApp(readConfig(settings), { api: true, worker: false, sandbox: false })
    try {
      const { rows } = await app.services.pool.query("SELECT name FROM companies WHERE slug = 'kept'")
      assert.deepEqual(rows, [{ name: 'Kept' }])
    } finally {
      await app.close()
    }
    assert.ok(!existsSync(join(root, 'cluster.next')))
  })
}
