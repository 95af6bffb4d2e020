import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedContent, changedGroups, rebuilt } from './content.ts'

const none = { primaryTexts: [], headlines: [] }

test('a creative is rebuilt without what today’s rules refuse, and without addresses beside hashes', () => {
  const creative = {
    id: '1',
    name: 'Old',
    thumbnail_url: 'https://example.com/t.png',
    url_tags: 'a=b',
    degrees_of_freedom_spec: {
      creative_features_spec: {
        standard_enhancements: { enroll_status: 'OPT_IN' },
        image_touchups: { enroll_status: 'OPT_OUT' },
      },
    },
    object_story_spec: {
      page_id: '7',
      instagram_actor_id: '8',
      link_data: {
        image_hash: 'h',
        picture: 'https://example.com/p.png',
        image_crops: { '191x100': [], '100x100': [] },
      },
    },
  }
  assert.deepEqual(rebuilt(creative), {
    url_tags: 'a=b',
    degrees_of_freedom_spec: { creative_features_spec: { image_touchups: { enroll_status: 'OPT_OUT' } } },
    object_story_spec: { page_id: '7', link_data: { image_hash: 'h', image_crops: { '100x100': [] } } },
  })
})

test('new texts and a new link in an asset feed keep the labels that its placement rules look for', () => {
  const creative = {
    id: '1',
    object_story_spec: { page_id: '7' },
    asset_feed_spec: {
      optimization_type: 'PLACEMENT',
      bodies: [
        { text: 'Old', adlabels: [{ name: 'feed', id: '1' }] },
        { text: 'Older', adlabels: [{ name: 'story', id: '2' }] },
      ],
      titles: [{ text: 'Head' }],
      link_urls: [
        { website_url: 'https://example.com/a', adlabels: [{ name: 'feed' }] },
        { website_url: 'https://example.com/b' },
      ],
    },
  }
  const { asset_feed_spec: feed } = changedContent(creative, {
    ...none,
    primaryTexts: ['New'],
    url: 'https://example.com/c',
  })
  assert.deepEqual(feed, {
    optimization_type: 'PLACEMENT',
    bodies: [{ text: 'New', adlabels: [{ name: 'feed' }, { name: 'story' }] }],
    titles: [{ text: 'Head' }],
    link_urls: [{ website_url: 'https://example.com/c', adlabels: [{ name: 'feed' }] }],
  })
})

test('a video gets its new headline and link where a video has them', () => {
  const video = {
    video_id: '5',
    title: 'Old',
    message: 'Text',
    call_to_action: { type: 'SHOP_NOW', value: { link: 'https://example.com/a' } },
  }
  const creative = { id: '1', object_story_spec: { page_id: '7', video_data: video } }
  const { object_story_spec: spec } = changedContent(creative, {
    ...none,
    headlines: ['New'],
    url: 'https://example.com/b',
  })
  assert.deepEqual(spec, {
    page_id: '7',
    video_data: {
      ...video,
      title: 'New',
      call_to_action: { type: 'SHOP_NOW', value: { link: 'https://example.com/b' } },
    },
  })
})

test('only the tags change when only the tags are given', () => {
  const creative = { id: '1', object_story_spec: { page_id: '7', link_data: { message: 'x' } } }
  assert.deepEqual(changedContent(creative, { ...none, urlTags: 'a=c' }), { url_tags: 'a=c' })
})

test('the groups of a flexible ad get the new texts and lose their own ids', () => {
  const group = {
    group_uuid: 'u',
    images: [{ hash: 'h' }],
    texts: [
      { text: 'Old', text_type: 'primary_text' },
      { text: 'Kept', text_type: 'headline' },
    ],
    call_to_action: { type: 'LEARN_MORE', value: { link: 'https://example.com/a' } },
  }
  assert.deepEqual(
    changedGroups({ groups: [group] }, { ...none, primaryTexts: ['A', 'B'], url: 'https://example.com/b' }),
    {
      groups: [
        {
          images: [{ hash: 'h' }],
          texts: [
            { text: 'Kept', text_type: 'headline' },
            { text: 'A', text_type: 'primary_text' },
            { text: 'B', text_type: 'primary_text' },
          ],
          call_to_action: { type: 'LEARN_MORE', value: { link: 'https://example.com/b' } },
        },
      ],
    },
  )
})
