import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createClient } from '../../src/backup/client.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { writeBackup } from '../../src/backup/write.ts'
import type { Connection } from '../../src/db/connect.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { createDiskStore } from '../../src/files/store/store.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { adIn, finish, launchFixture } from '../launch/launch-one.ts'
import type { LaunchFixture } from '../launch/launch-one.ts'
import { fillItems } from './fill.ts'
import { median } from '../measure.ts'

const items = 1_000_000
const rounds = 5
const adsPerLaunch = 20
const restored = 'bench_restored'

/** A backup against COPY of the rows that it is nearly all of, and what it costs who launches meanwhile. */
export const backupBench: Bench = {
  name: 'backup',
  about: `a backup of ${items.toLocaleString('en')} ads, restored into an empty database; and launches meanwhile`,
  async run(say) {
    const service = await benchService()
    const folder = await mkdtemp(join(tmpdir(), 'flightdeck-bench-'))
    const connection = (await embeddedConnection(service.dataDir))!
    const client = createClient(connection)
    await client.connect()
    try {
      await fillItems(client, items)
      const [rows, file] = [join(folder, 'rows'), join(folder, 'backup.zip')]
      const copied = await secondsOf(() => copyOut(client, rows))
      const written = await secondsOf(() => backUp(service, connection, file))
      const filled = await secondsOf(() => copyIn(client, rows))
      await client.query(`CREATE DATABASE ${restored}`)
      const place = { ...connection, database: restored }
      const back = await secondsOf(() => restoreBackup(file, { connection: place, putMedia: null }))
      await client.query(`DROP DATABASE ${restored}`)
      say(
        `COPY out ${copied.toFixed(1)} s, backup ${written.toFixed(1)} s, ${(await megabytes(file)).toFixed(0)} of ${(await megabytes(rows)).toFixed(0)} MB`,
      )
      say(`COPY in ${filled.toFixed(1)} s, restore ${back.toFixed(1)} s`)
      const { alone, beside } = await launchesBeside(service, folder)
      say(
        `launches in ms: alone ${alone.map(Math.round).join(', ')}; during a backup ${beside.map(Math.round).join(', ')}`,
      )
      return [
        { what: 'COPY / backup', value: copied / written, unit: '', atLeast: 0.5 },
        { what: 'COPY / restore', value: filled / back, unit: '', atLeast: 0.5 },
        { what: 'launch during a backup / without', value: median(beside) / median(alone), unit: '', atMost: 1.15 },
      ]
    } finally {
      await client.end()
      await service.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

async function megabytes(file: string): Promise<number> {
  return (await stat(file)).size / 2 ** 20
}

async function copyOut(client: pg.Client, file: string): Promise<void> {
  await pipeline(client.query(copyTo('COPY batch_items TO STDOUT')), createWriteStream(file))
}

/** Into a table with the same indexes. */
async function copyIn(client: pg.Client, file: string): Promise<void> {
  await client.query('CREATE TABLE bench_items (LIKE batch_items INCLUDING ALL)')
  await pipeline(createReadStream(file), client.query(copyFrom('COPY bench_items FROM STDIN')))
  await client.query('DROP TABLE bench_items')
}

function backUp(service: BenchService, connection: Connection, file: string): Promise<unknown> {
  const media = { store: createDiskStore(join(service.dataDir, 'media')) }
  return writeBackup(file, { connection, version: 'bench', media, settings: {}, secret: null })
}

/** As people take one: in a process of its own. */
async function backUpByCommand({ dataDir }: BenchService, file: string): Promise<void> {
  const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [main, 'backup', file], { env })
}

/** By turns: whatever else the machine does falls on both alike. */
async function launchesBeside(service: BenchService, folder: string) {
  const fixture = await launchFixture(service)
  await service.control('POST', 'latency', { platform: 'meta', ms: 200 })
  await launchOne(service, fixture, 0)
  const times = { alone: [] as number[], beside: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.alone.push(await launchOne(service, fixture, 1 + 2 * round))
    const file = join(folder, `beside-${round}.zip`)
    const backup = backUpByCommand(service, file)
    times.beside.push(await launchOne(service, fixture, 2 + 2 * round))
    await backup
    await rm(file)
  }
  return times
}

/** Each in an ad set of its own: one takes only so many ads. */
async function launchOne(service: BenchService, fixture: LaunchFixture, place: number): Promise<number> {
  const accountId = fixture.accountIds[0]!
  const adSets = fixture.adSets[accountId]!
  const adSetId = adSets[place % adSets.length]!
  const ads = Array.from({ length: adsPerLaunch }, (_, index) =>
    adIn(service, fixture, { accountId, adSetId }, `Backup ${place} ${index}`),
  )
  const begun = performance.now()
  const { adBatchId } = await service.call<{ adBatchId: number }>('POST', '/v1/launch', { ads })
  await finish(service, adBatchId)
  return performance.now() - begun
}
