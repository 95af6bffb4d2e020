import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { untilTrue } from '../../support/ask-until.ts'
import { startTestApp } from '../../support/harness.ts'
import { serveHttp } from '../../support/media/file-server.ts'
import { mp4 } from '../../support/media/media-files.ts'

const held = Promise.withResolvers<Buffer>()
const server = await serveHttp((_request, response) => void held.promise.then((bytes) => response.end(bytes)))
after(() => server.close())
const app = await startTestApp({ ALLOW_PRIVATE_URLS: server.host })
interface List<T> {
  data: T[]
}
const list = async <T>(path: string) => (await app.call<List<T>>('GET', path)).body.data

test('platforms are asked what does not depend on a file while the file is still on its way', async () => {
  const [account] = await list<{ id: string }>('/v1/adaccounts?platform=short-video')
  const adSets = await list<{ value: string; label: string }>(`/v1/adsets?accountId=${account!.id}&status=ACTIVE`)
  const identities = await list<{ identityId: string; identityType: string }>(
    `/v1/tiktok/identities?accountId=${account!.id}`,
  )
  const smart = adSets.find(({ label }) => label.endsWith('Smart+'))!
  const { identityId } = identities.find(({ identityType }) => identityType === 'TT_USER')!
  await app.control('DELETE', 'calls')

  const ad = {
    adName: 'Held',
    adAccountId: account!.id,
    adSets: [smart.value],
    description: 'Made for bad weather.',
    cta: 'SHOP_NOW',
    link: 'https://example.com/sale',
    identityId,
    media: [{ url: server.url('/held.mp4') }],
  }
  const validated = app.call<{ depth: string }>('POST', '/v1/launch/validate', { body: { ads: [ad] } })
  const asked = async () => {
    const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=tiktok')
    return calls.map(({ path }) => path)
  }
  // The button of an ad set of this kind is the last thing that a survey asks for.
  await untilTrue(async () => (await asked()).some((path) => path.includes('creative/cta/recommend')))
  const before = await asked()
  held.resolve(await mp4({ width: 720, height: 1280 }))
  const { body } = await validated
  assert.equal(body.depth, 'platform', JSON.stringify(body))
  // What the launch would cost is asked afterwards; nothing is asked twice.
  const later = (await asked()).slice(before.length)
  assert.deepEqual(
    later.filter((path) => before.includes(path)),
    [],
  )
})
