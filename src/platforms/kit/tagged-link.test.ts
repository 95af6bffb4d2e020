import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taggedLink } from './tagged-link.ts'

test('tags go into the link where a browser looks for them, whatever the link has already', () => {
  const cases: [link: string | undefined, urlTags: string | undefined, tagged: string | undefined][] = [
    ['https://example.com/a', 'u=x', 'https://example.com/a?u=x'],
    ['https://example.com', 'u=x', 'https://example.com?u=x'],
    ['https://example.com/a?b=1', 'u=x', 'https://example.com/a?b=1&u=x'],
    ['https://example.com/a?', '?u=x', 'https://example.com/a?u=x'],
    ['https://example.com/a?b=1&', 'u=x', 'https://example.com/a?b=1&u=x'],
    ['https://example.com/a#top', '&u=x', 'https://example.com/a?u=x#top'],
    ['https://example.com/a?b=2#top#again', 'u={{ad}}', 'https://example.com/a?b=2&u={{ad}}#top#again'],
    ['https://example.com/a', '', 'https://example.com/a'],
    ['https://example.com/a', undefined, 'https://example.com/a'],
    [undefined, 'u=x', undefined],
  ]
  for (const [link, urlTags, tagged] of cases) assert.equal(taggedLink({ link, urlTags }), tagged)
})
