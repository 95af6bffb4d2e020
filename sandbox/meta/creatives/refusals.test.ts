import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import {
  adSetForm,
  campaignForm,
  graphClient,
  instagram,
  jpyAccount,
  linkStory,
  page,
  prepareLaunch,
  uploadImage,
  usdAccount,
} from '../../../test/support/simulated/primary.ts'
import type { GraphAnswer } from '../../../test/support/simulated/primary.ts'

type Form = Record<string, unknown>

function assertRefused(answer: GraphAnswer, subcode: number | undefined, title: string): void {
  const { error } = answer.body
  assert.equal(error?.code, 100, `${title}: ${JSON.stringify(answer.body)}`)
  assert.equal(error.error_subcode, subcode, `${title}: ${error.message}`)
}

async function readyVideo(
  url: string,
  control: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<string> {
  await control('POST', '/meta', { videoSeconds: 0 })
  return graphClient(url).create(`${usdAccount}/advideos`, { file_url: `${url}/_assets/square.mp4` })
}

type Case = [title: string, form: Form, subcode: number | undefined]

function withVideo(data: Form): Form {
  return { object_story_spec: { page_id: page, video_data: data } }
}

function withLinkOf(hash: string) {
  const story = linkStory(hash)
  return (change: Form): Form => ({ object_story_spec: { ...story, link_data: { ...story.link_data, ...change } } })
}

function linkCases(hash: string, foreignHash: string): Case[] {
  const story = linkStory(hash)
  const { link } = story.link_data
  const withLink = withLinkOf(hash)
  const card = { link, image_hash: hash, name: 'Card' }
  return [
    ['nothing to show', {}, undefined],
    ['no page', { object_story_spec: { link_data: story.link_data } }, undefined],
    ['page of nobody', { object_story_spec: { ...story, page_id: '123' } }, 1487202],
    ['Instagram account of nobody', { object_story_spec: { ...story, instagram_user_id: '178410000' } }, 1815199],
    [
      'dead actor alone',
      { object_story_spec: { page_id: page, link_data: story.link_data }, instagram_actor_id: instagram },
      undefined,
    ],
    ['dead actor beside its successor', { object_story_spec: { ...story, instagram_actor_id: instagram } }, 2446149],
    ['no link', withLink({ link: undefined }), undefined],
    ['link that is no address', withLink({ link: 'shop', call_to_action: undefined }), undefined],
    [
      'button with another link',
      withLink({ call_to_action: { type: 'SHOP_NOW', value: { link: `${link}/other` } } }),
      undefined,
    ],
    ['unknown button', withLink({ call_to_action: { type: 'DANCE', value: { link } } }), undefined],
    ['unknown image', withLink({ image_hash: 'f'.repeat(32) }), undefined],
    ['image of another account', withLink({ image_hash: foreignHash }), undefined],
    ['dead crop', withLink({ image_crops: { '191x100': [] } }), 2490085],
    ['one card', withLink({ child_attachments: [card] }), undefined],
    ['eleven cards', withLink({ child_attachments: Array.from({ length: 11 }, () => card) }), undefined],
  ]
}

function otherCases(hash: string, video: string, unready: string): Case[] {
  const withLink = withLinkOf(hash)
  const { link } = linkStory(hash).link_data
  return [
    ['video without a thumbnail', withVideo({ video_id: video }), 1443226],
    ['description on a video', withVideo({ video_id: video, image_hash: hash, description: 'x' }), 1443050],
    ['link on a video', withVideo({ video_id: video, image_hash: hash, link }), undefined],
    ['video that is not ready', withVideo({ video_id: unready, image_hash: hash }), 1885252],
    ['unknown video', withVideo({ video_id: '42', image_hash: hash }), undefined],
    ['post of nobody', { object_story_id: `${page}_1` }, 1885557],
    [
      'enhancement without a choice',
      { ...withLink({}), degrees_of_freedom_spec: { creative_features_spec: { image_touchups: {} } } },
      3858082,
    ],
    [
      'retired enhancements',
      {
        ...withLink({}),
        degrees_of_freedom_spec: { creative_features_spec: { standard_enhancements: { enroll_status: 'OPT_IN' } } },
      },
      3858504,
    ],
  ]
}

test('creatives that the platform would refuse are refused with its codes', async (context) => {
  const { url, control } = await startTestSandbox(context)
  const client = graphClient(url)
  const hash = await uploadImage(client, usdAccount)
  const foreignHash = await uploadImage(client, jpyAccount, 77)
  const video = await readyVideo(url, control)
  await control('POST', '/meta', { videoSeconds: 60 })
  const unready = await client.create(`${usdAccount}/advideos`, { file_url: `${url}/_assets/square.mp4` })
  const send = (form: Form) => client.post(`${usdAccount}/adcreatives`, { name: 'C', ...form })
  for (const [title, form, subcode] of [...linkCases(hash, foreignHash), ...otherCases(hash, video, unready)])
    assertRefused(await send(form), subcode, title)
  const card = { link: linkStory(hash).link_data.link, image_hash: hash, name: 'Card' }
  assert.ok((await send(withLinkOf(hash)({ child_attachments: [card, { ...card, name: 'Two' }] }))).body.id)
  assert.ok((await send(withVideo({ video_id: video, image_hash: hash }))).body.id)
})

function rule(label: unknown, spec: Form = {}): Form {
  return { customization_spec: spec, image_label: label }
}

const stories = { publisher_platforms: ['instagram'], instagram_positions: ['story'] }

function placementFeed(feedHash: string, storyHash: string): Form {
  return {
    optimization_type: 'PLACEMENT',
    ad_formats: ['SINGLE_IMAGE'],
    images: [
      { hash: feedHash, adlabels: [{ name: 'feed' }] },
      { hash: storyHash, adlabels: [{ name: 'story' }] },
    ],
    bodies: [{ text: 'Hello' }],
    titles: [{ text: 'New in' }],
    descriptions: [{ text: 'Soft' }],
    link_urls: [{ website_url: 'https://shop.example/' }],
    call_to_action_types: ['SHOP_NOW'],
    asset_customization_rules: [rule({ name: 'story' }, stories), rule({ name: 'feed' })],
  }
}

function placementCases(feedHash: string): Case[] {
  return [
    ['one rule', { asset_customization_rules: [rule({ name: 'feed' })] }, undefined],
    [
      'label without an asset',
      { asset_customization_rules: [rule({ name: 'nowhere' }, stories), rule({ name: 'feed' })] },
      2446173,
    ],
    [
      'label as a plain string',
      { asset_customization_rules: [rule('story', stories), rule({ name: 'feed' })] },
      undefined,
    ],
    [
      'rule without its spec',
      { asset_customization_rules: [{ image_label: { name: 'story' } }, rule({ name: 'feed' })] },
      undefined,
    ],
    [
      'network without positions',
      {
        asset_customization_rules: [
          rule({ name: 'story' }, { publisher_platforms: ['instagram'] }),
          rule({ name: 'feed' }),
        ],
      },
      undefined,
    ],
    [
      'old explore placement',
      {
        asset_customization_rules: [
          rule({ name: 'story' }, { publisher_platforms: ['instagram'], instagram_positions: ['explore'] }),
          rule({ name: 'feed' }),
        ],
      },
      undefined,
    ],
    ['the same text twice', { bodies: [{ text: 'Hello' }, { text: 'Hello' }] }, 1815629],
    [
      'the same image twice',
      {
        images: [
          { hash: feedHash, adlabels: [{ name: 'feed' }] },
          { hash: feedHash, adlabels: [{ name: 'story' }] },
        ],
      },
      1815629,
    ],
    ['two descriptions', { descriptions: [{ text: 'A' }, { text: 'B' }] }, 1885878],
    ['unknown button', { call_to_action_types: ['DANCE'] }, undefined],
    ['unknown image', { images: [{ hash: '0'.repeat(32) }] }, undefined],
  ]
}

test('placement customization follows the rules of the platform', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const feedHash = await uploadImage(client, usdAccount, 1)
  const feed = placementFeed(feedHash, await uploadImage(client, usdAccount, 2))
  const story = { page_id: page, instagram_user_id: instagram }
  const send = (change: Form) =>
    client.post(`${usdAccount}/adcreatives`, {
      name: 'PAC',
      object_story_spec: story,
      asset_feed_spec: { ...feed, ...change },
    })
  for (const [title, change, subcode] of placementCases(feedHash)) assertRefused(await send(change), subcode, title)
  const { body } = await send({})
  assert.ok(body.id)
  assert.deepEqual((await client.get(`${body.id}?fields=asset_feed_spec`)).body['asset_feed_spec'], feed)
})

test('ads that the platform would refuse are refused with its codes', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, creativeId, imageHash } = await prepareLaunch(client)
  const sales = await client.create(`${usdAccount}/campaigns`, { ...campaignForm, objective: 'OUTCOME_SALES' })
  const salesSet = await client.create(`${usdAccount}/adsets`, adSetForm(sales))
  const otherPage = await client.create(`${usdAccount}/adsets`, {
    ...adSetForm(sales),
    promoted_object: { page_id: '106066148315002' },
  })
  const imagePost = await client.create(`${usdAccount}/adcreatives`, {
    name: 'P',
    object_story_id: `${page}_122066148315003`,
  })
  const dynamic = await client.create(`${usdAccount}/adcreatives`, {
    name: 'D',
    object_story_spec: { page_id: page },
    asset_feed_spec: {
      images: [{ hash: imageHash }],
      bodies: [{ text: 'A' }],
      ad_formats: ['SINGLE_IMAGE'],
      link_urls: [{ website_url: 'https://shop.example/' }],
      call_to_action_types: ['SHOP_NOW'],
    },
  })
  const foreign = await prepareLaunch(client, jpyAccount)
  const gone = await client.create(`${usdAccount}/adsets`, adSetForm(sales))
  await client.remove(gone)
  const inline = { name: 'I', object_story_spec: linkStory(imageHash) }
  const ad = { name: 'Ad', adset_id: adsetId, creative: { creative_id: creativeId }, status: 'PAUSED' }
  const groups = { creative_asset_groups_spec: { groups: [{ images: [{ hash: imageHash }] }] } }
  const cases: [string, Form, number | undefined][] = [
    ['no name', { name: undefined }, undefined],
    ['no ad set', { adset_id: undefined }, undefined],
    ['unknown ad set', { adset_id: '1' }, undefined],
    ['ad set of another account', { adset_id: foreign.adsetId }, undefined],
    ['deleted ad set', { adset_id: gone }, 1487056],
    ['no creative', { creative: undefined }, undefined],
    ['unknown creative', { creative: { creative_id: '1' } }, undefined],
    ['creative of another account', { creative: { creative_id: foreign.creativeId } }, undefined],
    [
      'inline creative of nobody',
      { creative: { object_story_spec: { ...inline.object_story_spec, page_id: '9' } } },
      1487202,
    ],
    ['status other than active or paused', { status: 'ARCHIVED' }, undefined],
    ['dynamic creative in a plain ad set', { creative: { creative_id: dynamic } }, 1885998],
    ['other page than promoted', { adset_id: otherPage }, 1885029],
    ['inline creative of another page than promoted', { adset_id: otherPage, creative: inline }, 1885029],
    ['image post in a sales campaign', { adset_id: salesSet, creative: { creative_id: imagePost } }, 2446383],
    ['flexible ad in a traffic campaign', groups, undefined],
    ['schedule in a traffic campaign', { ad_schedule_end_time: '2030-01-01T00:00:00+0000' }, undefined],
  ]
  for (const [title, change, subcode] of cases)
    assertRefused(await client.post(`${usdAccount}/ads`, { ...ad, ...change }), subcode, title)
  assert.ok(await client.create(`${usdAccount}/ads`, { ...ad, ...groups, adset_id: salesSet }))
  assert.ok(await client.create(`${usdAccount}/ads`, { ...ad, creative: inline }))
})

test('an ad set holds fifty ads', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const { adsetId, creativeId } = await prepareLaunch(client)
  const ad = { name: 'Ad', adset_id: adsetId, creative: { creative_id: creativeId } }
  let last = ''
  for (let count = 0; count < 50; count++) last = await client.create(`${usdAccount}/ads`, ad)
  assertRefused(await client.post(`${usdAccount}/ads`, ad), 1487809, 'the fifty-first ad')
  await client.remove(last)
  assert.ok(await client.create(`${usdAccount}/ads`, ad))
})

test('a post that was used before gives the same creative again', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const form = { name: 'Boost', object_story_id: `${page}_122066148315001` }
  const first = await client.create(`${usdAccount}/adcreatives`, form)
  assert.equal(await client.create(`${usdAccount}/adcreatives`, form), first)
  assert.notEqual(await client.create(`${jpyAccount}/adcreatives`, form), first)
})
