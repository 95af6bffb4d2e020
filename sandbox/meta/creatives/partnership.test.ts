import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  graphClient,
  instagram,
  linkStory,
  page,
  uploadImage,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import type { GraphClient } from '../../../test/support/simulated/primary.ts'
import { assertError } from '../../../test/support/simulated/refusals.ts'

interface Permission {
  permission_status: string
  creator_id: string
  creator_username: string
  creator_fb_page: string
}

async function creatorsOf(client: GraphClient): Promise<Record<string, Permission>> {
  const { body } = await client.get(`${instagram}/branded_content_ad_permissions`)
  const permissions = body.data as unknown as Permission[]
  return Object.fromEntries(permissions.map((permission) => [permission.permission_status, permission]))
}

const codes = { valid: 'adcode-66148315-1', expired: 'adcode-66148315-expired' }

test('creators who agreed are listed, and their posts can be found by code', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const creators = await creatorsOf(client)
  assert.deepEqual(Object.keys(creators), ['APPROVED', 'PENDING', 'REVOKED'])
  const creator = creators['APPROVED']
  const { body } = await client.get(`${creator?.creator_id}?fields=username`)
  assert.equal(body['username'], creator?.creator_username)
  const one = await client.get(
    `${instagram}/branded_content_ad_permissions?creator_username=${creator?.creator_username}&fields=creator_id`,
  )
  assert.deepEqual(
    one.body.data?.map(({ creator_id }) => creator_id),
    [creator?.creator_id],
  )
  const medias = async (code: string) =>
    client.get(
      `${instagram}/branded_content_advertisable_medias?ad_code=${code}&fields=id,permalink,owner_id,eligibility_errors,has_permission_for_partnership_ad`,
    )
  const [media] = (await medias(codes.valid)).body.data ?? []
  assert.deepEqual([media?.['owner_id'], media?.['has_permission_for_partnership_ad']], [creator?.creator_id, true])
  const [old] = (await medias(codes.expired)).body.data ?? []
  assert.deepEqual(old?.['eligibility_errors'], ['AD_CODE_EXPIRED'])
  assertError(await medias('adcode-none'), 100, 3867105)
})

test('a partnership ad by code keeps what was said about it', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const spec = (code: string) => ({
    name: 'Partner',
    object_id: page,
    branded_content: { instagram_boost_post_access_token: code, ad_format: 1 },
    facebook_branded_content: { sponsor_page_id: page },
    instagram_branded_content: { sponsor_id: instagram },
  })
  const id = await client.create(`${usdAccount}/adcreatives`, spec(codes.valid))
  const shown = (await client.get(`${id}?fields=branded_content,facebook_branded_content,instagram_branded_content`))
    .body
  const { branded_content, facebook_branded_content, instagram_branded_content } = spec(codes.valid)
  assert.deepEqual(shown, { branded_content, facebook_branded_content, instagram_branded_content, id })
  assertError(await client.post(`${usdAccount}/adcreatives`, spec('adcode-none')), 100, 3867105)
  assertError(await client.post(`${usdAccount}/adcreatives`, spec(codes.expired)), 100, 3867105)
  const wrong = { ...spec(codes.valid), branded_content: { ad_format: 7 } }
  assertError(await client.post(`${usdAccount}/adcreatives`, wrong), 100)
})

test('only creators who agreed can be named as partners', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const creators = await creatorsOf(client)
  const imageHash = await uploadImage(client, usdAccount)
  const post = (more: object) =>
    client.post(`${usdAccount}/adcreatives`, { name: 'Partner', object_story_spec: linkStory(imageHash), ...more })
  const sponsors = (status: string) => ({
    facebook_branded_content: { sponsor_page_id: creators[status]?.creator_fb_page },
    instagram_branded_content: { sponsor_id: creators[status]?.creator_id },
  })
  assert.equal((await post(sponsors('APPROVED'))).status, 200)
  for (const status of ['PENDING', 'REVOKED']) assertError(await post(sponsors(status)), 100, 3867105, status)
  const partners = (identity: string, status: string) => ({
    branded_content: { partners: [{ ig_user_id: creators[status]?.creator_id, identity_type: identity }] },
  })
  assert.equal((await post(partners('PARTNER_CREATOR', 'APPROVED'))).status, 200)
  assertError(await post(partners('FRIEND', 'APPROVED')), 100)
  assertError(await post(partners('PARTNER_CREATOR', 'PENDING')), 100, 3867105)
})

test('a creator’s own post can be used with her permission only', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const creators = await creatorsOf(client)
  const boost = async (status: string) => {
    const { body } = await client.get(`${creators[status]?.creator_id}/media`)
    return client.post(`${usdAccount}/adcreatives`, {
      object_id: page,
      source_instagram_media_id: body.data?.[0]?.['id'],
    })
  }
  assert.equal((await boost('APPROVED')).status, 200)
  assertError(await boost('PENDING'), 100, 2446289)
})

test('codes are given out for own posts and taken back', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const media = String((await client.get(`${instagram}/media`)).body.data?.[0]?.['id'])
  const { ad_code: code } = (await client.post(`${media}/partnership_ad_code`, {})).body
  assert.match(String(code), /^adcode-/)
  assert.equal((await client.post(`${media}/partnership_ad_code`, {})).body['ad_code'], code)
  assert.deepEqual((await client.remove(`${media}/partnership_ad_code`)).body, { success: true })
  assertError(await client.remove(`${media}/partnership_ad_code`), 100)
  const video = { source_instagram_media_id: media, is_partnership_ad: true }
  assertError(await client.post(`${usdAccount}/advideos`, { ...video, partnership_ad_ad_code: code }), 100, 3867105)
  assert.ok(await client.create(`${usdAccount}/advideos`, video))
})
