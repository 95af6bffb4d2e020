import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnAd } from './fields.ts'
import { checkMedia, defaultShape, shapeOf } from './placements.ts'

const size = (width: number, height = 100) => ({ width, height })
const multi: OwnAd = { adName: 'Multi', type: 'multi', launchPaused: true, media: [] }

test('the aspect ratio of a media item says which placements it is for', () => {
  const shapes: [number, string][] = [
    [56, 'vertical'],
    [69, 'vertical'],
    [70, 'portrait'],
    [80, 'portrait'],
    [90, 'portrait'],
    [91, 'square'],
    [100, 'square'],
    [109, 'square'],
    [110, 'landscape'],
    [191, 'landscape'],
  ]
  for (const [width, shape] of shapes) assert.equal(shapeOf(size(width)), shape, `${width}:100`)
})

test('the most generally useful media item is shown where no other is wanted', () => {
  assert.equal(defaultShape(['vertical', 'landscape', 'square', 'portrait']), 'square')
  assert.equal(defaultShape(['vertical', 'landscape', 'portrait']), 'portrait')
  assert.equal(defaultShape(['vertical', 'landscape']), 'landscape')
})

test('media of one aspect ratio make no multi ad', () => {
  const issues = checkMedia(multi, [size(100), size(101), size(99)], 'ads.4')
  assert.deepEqual(
    issues.map((issue) => issue.path),
    ['ads.4.media'],
  )
  assert.match(issues[0]!.message, /at least two different aspect ratios/)
})

test('a media item that would take the placements of another is named', () => {
  const issues = checkMedia(multi, [size(100), size(56), size(101)], 'ads.0')
  assert.deepEqual(
    issues.map((issue) => issue.path),
    ['ads.0.media.2'],
  )
})

test('only multi ads care for aspect ratios', () => {
  assert.deepEqual(checkMedia({ ...multi, type: 'carousel' }, [size(100), size(100)], 'ads.0'), [])
})
