import assert from 'node:assert/strict'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { readConfig } from '../../src/config.ts'
import { foldersBeside, mustShareMedia, readMark, notifyMediaFolder } from '../../src/core/media/shared-folder.ts'
import { makeDataDir, startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services
const lines: string[] = []
const log = { error: (line: string) => void lines.push(line) } as unknown as Logger

async function machine() {
  const dataDir = await makeDataDir()
  after(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

const start = async (dataDir: string) => {
  const stop = await notifyMediaFolder({ db, log }, dataDir)
  stop()
}

test('a machine whose media folder is not that of the others says so at its start, and doctor knows', async () => {
  const [own] = await foldersBeside(db, null)
  assert.ok(own, 'the service has told of its own')
  const other = await machine()
  await start(other)
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /keep their media in another folder than .*media: .*S3_BUCKET/)
  assert.equal((await foldersBeside(db, await readMark(app.dataDir))).length, 1)
})

test('machines that share the folder, and those whose others are long gone, say nothing', async () => {
  await sql`UPDATE media_folders SET seen_at = now() - interval '1 hour'`.execute(db)
  lines.length = 0
  await start(app.dataDir)
  // The same folder, seen by another machine under another path.
  const mounted = await machine()
  await cp(join(app.dataDir, 'media'), join(mounted, 'media'), { recursive: true })
  await start(mounted)
  assert.deepEqual(lines, [])
})

test('one machine alone, and a bucket, need no shared folder', () => {
  const shares = (settings: Record<string, string>) => mustShareMedia(readConfig({ DATA_DIR: '/tmp', ...settings }))
  const databaseUrl = { DATABASE_URL: 'postgres://localhost/x' }
  assert.deepEqual([shares({}), shares(databaseUrl), shares({ ...databaseUrl, S3_BUCKET: 'b' })], [false, true, false])
})
