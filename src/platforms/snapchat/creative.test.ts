import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from './creative.ts'

const ad = { adName: 'Ad', type: 'single' as const, launchPaused: false, media: [] }

test('tags go into the address where a browser looks for them', () => {
  const cases: [link: string, urlTags: string, address: string][] = [
    ['https://example.com/a', 'utm_source=x', 'https://example.com/a?utm_source=x'],
    ['https://example.com/a?b=1', 'utm_source=x', 'https://example.com/a?b=1&utm_source=x'],
    ['https://example.com/a?', '?utm_source=x', 'https://example.com/a?utm_source=x'],
    ['https://example.com/a#top', '&utm_source=x', 'https://example.com/a?utm_source=x#top'],
    ['https://example.com/a', '', 'https://example.com/a'],
  ]
  for (const [link, urlTags, address] of cases) assert.equal(addressOf({ ...ad, link, urlTags }), address)
})
