import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { untilTrue } from '../../../test/support/ask-until.ts'
import { startTestApp } from '../../../test/support/harness.ts'
import { filesIn, rawUpload, partHead, rowsIn, send } from '../../../test/support/media/uploads.ts'
import { picture } from '../../../test/support/media/media-files.ts'
import { keepUpload } from './keep.ts'
import { keepClean } from './leftovers.ts'
import { noteLoose, sweepLoose } from './loose.ts'
import { newMediaKey } from './storage.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const { db, log, media } = app.app.services
const fixture = { db, log, store: media.store }
const png = await picture().png().toBuffer()

/** What a start on this data folder does; true where no other process can be at work. */
async function start(alone: boolean): Promise<void> {
  const stop = await keepClean(fixture, [media.tempDir], alone)
  stop()
}

test('what a killed process left of an upload is removed by the next start', async () => {
  const upload = await rawUpload(app, { 'content-length': '1000000' })
  upload.socket.write(Buffer.concat([Buffer.from(partHead()), png]))
  await untilTrue(async () => (await filesIn(app)).length > 0)
  await start(false)
  assert.equal((await filesIn(app)).length, 1, 'the upload of a process that may live is left alone')
  await start(true)
  assert.deepEqual(await readdir(media.tempDir), [])
  upload.socket.destroy()
})

test('a file that was stored without its row is removed by the next start, and a stored one stays', async () => {
  const kept = (await send(app, png, 'kept.png')).body
  const key = newMediaKey('ab'.repeat(32), 'png')
  await noteLoose(db, key)
  await media.store.put(join(app.dataDir, 'media', media.keyOf(kept.url)!), key, 'image/png')
  await start(false)
  assert.ok(await media.store.stat(key), 'it may still be on its way')
  await start(true)
  assert.equal(await media.store.stat(key), null)
  assert.deepEqual(await rowsIn(app), { media: 1, objects: 1, loose: 0 })
  assert.equal((await fetch(kept.url)).status, 200)
})

test('the files of a company that is removed go with it, except those that others have too', async () => {
  const { companyId, key } = await app.stranger()
  const own = (await send(app, await picture({ width: 44 }).png().toBuffer(), 'own.png', { key })).body
  const shared = (await send(app, png, 'shared.png', { key })).body
  await db.deleteFrom('companies').where('id', '=', companyId).execute()
  await start(true)
  assert.equal((await fetch(own.url)).status, 404)
  assert.equal((await fetch(shared.url)).status, 200)
})

test('an upload so slow that its file was swept stores it again', async () => {
  const bytes = await picture({ width: 45 }).png().toBuffer()
  const received = await media.intake.receive(1, Readable.from([bytes]), {
    tempDir: media.tempDir,
    maxBytes: bytes.length,
  })
  let swept = 0
  const slowStore: typeof media.store = {
    ...media.store,
    async put(path, key, type) {
      await media.store.put(path, key, type)
      if (swept === 0) swept = await sweepLoose(fixture, 0)
    },
  }
  const { id: companyId } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const arrival = { companyId, name: 'slow.png', received, onKept: async () => undefined }
  const kept = await keepUpload({ db, log, media: { ...media, store: slowStore } }, arrival)
  assert.equal(swept, 1)
  assert.equal((await media.store.stat(kept.objectKey))?.size, bytes.length)
  assert.equal((await rowsIn(app)).loose, 0)
  assert.deepEqual(await readdir(media.tempDir), [])
})
