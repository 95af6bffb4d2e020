import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { serveHttp } from '../../support/media/file-server.ts'
import { picture } from '../../support/media/media-files.ts'
import { send } from '../../support/media/uploads.ts'

/** An API and a worker on two machines: one database, no folder that both can read, and neither can ask the other. */
const square = await picture({ width: 600, height: 600 }).png().toBuffer()
const story = await picture({ width: 540, height: 960 }).png().toBuffer()
const fetches: string[] = []
const web = await serveHttp((request, response) => {
  const path = request.url!
  // Who asks for it a second time finds it gone.
  const isGone = path.startsWith('/once') && fetches.includes(path)
  fetches.push(path)
  response.writeHead(isGone ? 404 : 200)
  const shown = path.includes('story') ? story : square
  // Bytes of its own for each address: the platform knows a picture by them.
  response.end(isGone ? '' : Buffer.concat([shown, Buffer.from(path)]))
})
after(() => web.close())
// One address for both, which neither can fetch from: it is a private one.
const common = { ALLOW_PRIVATE_URLS: web.host, PUBLIC_URL: 'http://127.0.0.1:9', INTERNAL_URL: 'off' }
const app = await startTestApp(common, { api: true, worker: false, sandbox: true })
const worker = await startTestApp(
  { ...common, DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key },
  { api: false, worker: true, sandbox: false },
)
const fixture = await demoFixture(app)
const { db } = app.app.services

/** Their shapes decide where they are shown, so the API looks at them before it takes the launch. */
const looked = (name: string) => ({
  type: 'multi',
  media: [{ url: web.url(`/${name}-square.png`) }, { url: web.url(`/${name}-story.png`) }],
})

async function launch(ads: Record<string, unknown>[]) {
  await app.control('DELETE', 'calls?platform=meta')
  const { body, status } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202, JSON.stringify(body))
  return app.finished(body.adBatchId)
}

const openWrites = () => db.selectFrom('journal').select(['kind', 'attempt']).where('state', '=', 'open').execute()
const uploads = async () => {
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  return calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/adimages')).length
}

test('a worker that does not have the files that another machine fetched fetches them itself, and launches every ad', async () => {
  const ads = ['One', 'Two', 'Three'].map((adName) => singleAd(app, fixture, { adName, ...looked('shared') }))
  const done = await launch(ads)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal(fetches.filter((path) => path.startsWith('/shared')).length, 4, fetches.join())
  assert.equal(await uploads(), 2)
  assert.deepEqual(await openWrites(), [])
})

test('where the file cannot be fetched again either, the ad fails and says which file, and nothing was sent', async () => {
  const done = await launch([singleAd(app, fixture, looked('once'))])
  assert.equal(done.status, 'error')
  const [failed] = done.failedAds
  assert.deepEqual([failed!.code, failed!.field], ['URL_NOT_ACCESSIBLE', 'media.0.url'], JSON.stringify(failed))
  assert.deepEqual(await openWrites(), [])
})

test('a file of the library that only another machine has is said to be missing here, with what to do', async () => {
  const { body } = await send(app, await picture({ width: 620, height: 620 }).png().toBuffer(), 'library.png')
  const done = await launch([singleAd(app, fixture, { media: [{ url: body.url }] })])
  assert.equal(done.status, 'error')
  const [failed] = done.failedAds
  assert.deepEqual([failed!.code, failed!.field], ['internal_server_error', 'media.0.url'], JSON.stringify(failed))
  assert.match(String(failed!.message), /storage of the machine/)
  assert.match(String(failed!.hint), /DATA_DIR\/media.*S3_BUCKET/)
  assert.equal(await uploads(), 0)
})

test('a file that was uploaded and that this machine does not have is not called unknown', async () => {
  const { body } = await send(app, await picture({ width: 630, height: 630 }).png().toBuffer(), 'elsewhere.png')
  const { pathname } = new URL(body.url)
  assert.equal((await app.call('GET', pathname, { key: null })).status, 200)
  await app.app.services.media.store.remove(pathname.slice('/media/'.length))
  const reply = await app.call<{ error: { code: string; message: string } }>('GET', pathname, { key: null })
  assert.deepEqual([reply.status, reply.body.error.code], [503, 'service_unavailable'])
  assert.match(reply.body.error.message, /not in the storage of this machine/)
  await worker.close()
})
