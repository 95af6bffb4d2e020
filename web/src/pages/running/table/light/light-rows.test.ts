import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextSight } from './light-rows.ts'
import type { Sight } from './light-rows.ts'

const none: Sight = { first: 0, keys: new Set(), light: new Set() }
const rows = (from: number) => Array.from({ length: 5 }, (_, at) => ({ index: from + at, key: `ad ${from + at}` }))
const lightIn = ({ light }: Sight) => [...light]

test('rows that come while the list goes by fast are light until it stands', () => {
  const still = nextSight(none, { isScrolling: false, inSight: rows(0) })
  assert.deepEqual(lightIn(still), [])
  const slow = nextSight(still, { isScrolling: true, inSight: rows(1) })
  assert.deepEqual(lightIn(slow), [])
  const fast = nextSight(slow, { isScrolling: true, inSight: rows(4) })
  assert.deepEqual(lightIn(fast), ['ad 6', 'ad 7', 'ad 8'], 'what was whole stays whole')
  const slower = nextSight(fast, { isScrolling: true, inSight: rows(5) })
  assert.deepEqual(lightIn(slower), ['ad 6', 'ad 7', 'ad 8'], 'what was light stays so, and what comes slowly is whole')
  assert.deepEqual(lightIn(nextSight(slower, { isScrolling: false, inSight: rows(5) })), [])
})
