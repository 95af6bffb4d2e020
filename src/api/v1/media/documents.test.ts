import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../../../test/support/demo.ts'
import { startTestApp } from '../../../../test/support/harness.ts'
import { pdf } from '../../../../test/support/media/pdf.ts'
import { send } from '../../../../test/support/media/uploads.ts'
import type { Refused } from '../../../../test/support/media/uploads.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)

interface Launched {
  adBatchId: number
  error: { details: { issues: { path: string }[] } }
}
const launch = (media: object[]) =>
  app.call<Launched>('POST', '/v1/launch', { body: { ads: [singleAd(app, fixture, { media })] } })

const failedOf = async (batchId: number) => (await app.finished(batchId)).failedAds
const path = '/v1/media/upload'

test('a document is taken here, with its pages counted, and served as what it is', async () => {
  const { status, body } = await send(app, pdf(12), 'guide.pdf', { path })
  assert.equal(status, 200)
  assert.equal(body.filename, 'guide.pdf')
  const { size, ...dimensions } = body.dimensions
  assert.deepEqual(dimensions, { format: 'pdf', width: 612, height: 792, pages: 12 })
  assert.equal(size, pdf(12).length)
  const file = await fetch(body.url)
  assert.equal(file.headers.get('content-type'), 'application/pdf')
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(pdf(12)))
  const { body: listed } = await app.call<{ data: { type: string; id: number }[] }>('GET', '/v1/media?type=document')
  assert.deepEqual(
    listed.data.map(({ type, id }) => [type, id]),
    [['document', body.id]],
  )
  assert.equal((await app.call<{ data: object[] }>('GET', '/v1/media?type=video')).body.data.length, 0)
})

test('the upload of the contract takes no documents', async () => {
  const { status, body } = await send<Refused>(app, pdf(1), 'guide.pdf')
  assert.equal(status, 415)
  assert.deepEqual(body.details, { detectedFormat: 'pdf', reason: 'unsupported_format' })
})

test('a document that is damaged, locked or empty is refused', async () => {
  const whole = pdf(3)
  const locked = Buffer.from(
    whole
      .toString('latin1')
      .replace('/Info 3 0 R', '/Info 3 0 R /Encrypt << /Filter /Standard /V 9 >> /ID [<00> <00>]'),
    'latin1',
  )
  for (const bytes of [Buffer.from('%PDF-1.7\nnothing more'), locked, pdf(0)]) {
    const { status, body } = await send<Refused>(app, bytes, 'guide.pdf', { path })
    assert.equal(status, 415)
    assert.equal(JSON.stringify(body).includes('no_pages'), true)
  }
})

test('a document is no picture: on a platform without documents its ad fails, and says where', async () => {
  const { body: stored } = await send(app, pdf(2), 'two.pdf', { path })
  const { status, body } = await launch([{ url: stored.url }])
  assert.equal(status, 202)
  const [failed] = await failedOf(body.adBatchId)
  assert.deepEqual([failed!.field, failed!.step], ['media.0.url', 'media'])
  const declared = await launch([{ url: stored.url, type: 'document' }])
  assert.equal(declared.status, 422)
  assert.deepEqual(
    declared.body.error.details.issues.map((issue) => issue.path),
    ['ads.0.media.0.type'],
  )
})
