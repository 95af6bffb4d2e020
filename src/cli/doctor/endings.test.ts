import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPlatformEndings } from './endings.ts'

test('what a platform ends is named with its day, and is a warning from two months before', () => {
  const [early] = checkPlatformEndings(new Date('2026-06-01T00:00:00Z'))
  assert.equal(early?.mark, 'ok')
  assert.match(early.text, /^2026-12-31: .*manual creation.*WEB_CONVERSIONS.*Smart\+/)
  for (const day of ['2026-11-15', '2027-03-01'])
    assert.equal(checkPlatformEndings(new Date(`${day}T00:00:00Z`))[0]?.mark, 'warning', day)
})
