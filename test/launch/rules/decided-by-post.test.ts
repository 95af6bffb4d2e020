import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFixture } from '../../support/launch/boosts.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const { boost, linkPost, picturePost, graph, newAdSet } = await boostFixture(app)

interface Answer {
  adBatchId: number
  valid: boolean
  warnings: { path: string; message: string }[]
}
interface Receipts {
  data: { differences: { field: string; asked: unknown; stored: unknown; reason?: string }[] }[]
}

const texts = { title: undefined, description: undefined }
const own = await graph.get<{ call_to_action: { type: string; value: { link: string } } }>(linkPost, {
  fields: 'call_to_action',
})
const button = own.call_to_action.type
const { link } = own.call_to_action.value

const send = async (path: string, ad: object) => (await app.call<Answer>('POST', path, { body: { ads: [ad] } })).body
const validate = (ad: object) => send('/v1/launch/validate', ad)

async function differencesOf(ad: object) {
  const { adBatchId } = await send('/v1/launch', ad)
  assert.equal((await app.finished(adBatchId)).status, 'success')
  const { body } = await app.call<Receipts>('GET', `/v1/batches/${adBatchId}/receipts`)
  return body.data[0]!.differences
}

test('a boost that asks for another button and link than the post has is told so before and after it is made', async () => {
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  const ad = boost(linkPost, { ...texts, adSets, cta: 'DOWNLOAD', link: 'https://other.example/' })
  for (const path of ['/v1/launch/validate', '/v1/launch']) {
    const { warnings } = await send(path, ad)
    assert.deepEqual(
      warnings.map((warning) => warning.path),
      ['ads.0.cta', 'ads.0.link'],
    )
    assert.ok(warnings[0]!.message.includes(button), warnings[0]!.message)
    assert.ok(warnings[1]!.message.includes(link), warnings[1]!.message)
  }
  const differences = await differencesOf(ad)
  assert.deepEqual(
    differences.map(({ field, asked, stored }) => [field, asked, stored]),
    [
      ['cta', 'DOWNLOAD', button],
      ['link', 'https://other.example/', link],
    ],
  )
  assert.match(differences[0]!.reason!, /decided by the post/)
})

test('a boost that asks for what its post has is told nothing', async () => {
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  const ad = boost(linkPost, { ...texts, adSets, cta: button, link })
  assert.deepEqual((await validate(ad)).warnings, [])
  assert.deepEqual(await differencesOf(ad), [])
})

test('a boost of a post without a link is told that a click leads nowhere else', async () => {
  const adSets = [await newAdSet('OUTCOME_ENGAGEMENT', { optimization_goal: 'POST_ENGAGEMENT' })]
  const ad = boost(picturePost, { ...texts, adSets, cta: 'SHOP_NOW', link: 'https://other.example/' })
  const { valid, warnings } = await validate(ad)
  assert.equal(valid, true)
  assert.deepEqual(
    warnings.map(({ path, message }) => [path, /the post, which has none/.test(message)]),
    [
      ['ads.0.cta', true],
      ['ads.0.link', true],
    ],
  )
  assert.deepEqual((await validate(boost(picturePost, { ...texts, adSets, cta: 'NO_BUTTON' }))).warnings, [])
})

test('a post that cannot be read in time is named as what decides', async () => {
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  const other = (
    await graph.get<{ data: { id: string; call_to_action?: object }[] }>(`${linkPost.split('_')[0]!}/posts`, {
      fields: 'id,call_to_action',
      limit: '50',
    })
  ).data.find((post) => post.call_to_action && post.id !== linkPost)!
  const match = { method: 'GET', path: other.id }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'platform-error', code: 10, times: null })
  const { warnings } = await validate(boost(other.id, { ...texts, adSets, cta: 'SHOP_NOW' }))
  await app.control('DELETE', 'faults')
  assert.deepEqual(
    warnings.map(({ path, message }) => [path, /could not be read/.test(message)]),
    [['ads.0.cta', true]],
  )
})

test('what launch defaults fill in is not held against the post', async () => {
  await app.call('PATCH', '/v1/launch-defaults', { body: { cta: 'DOWNLOAD', link: 'https://other.example/' } })
  const adSets = [await graph.adSetFor('OUTCOME_TRAFFIC')]
  assert.deepEqual((await validate(boost(linkPost, { ...texts, adSets }))).warnings, [])
})
