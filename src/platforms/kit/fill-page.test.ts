import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillPage } from './fill-page.ts'

/** A platform's list of numbers, in pages of a size of its own. */
function listOf(count: number, size: number) {
  const all = Array.from({ length: count }, (_, index) => index)
  return (cursor: string) => {
    const start = cursor === '' ? 0 : Number(cursor.slice(1))
    const next = start + size < count ? `c${start + size}` : null
    return Promise.resolve({ items: all.slice(start, start + size), next })
  }
}

test('whatever is wanted and however pages are cut: all pages are full but the last, and nothing is lost or doubled', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 7 }),
    async (count, size, limit, each) => {
      const isWanted = (number: number) => number % each === 0
      const seen: number[] = []
      let after: string | undefined
      for (;;) {
        const page = await fillPage(listOf(count, size), { limit, after }, isWanted)
        seen.push(...page.items)
        if (page.after === null) break
        assert.equal(page.items.length, limit, 'a page before the end is full')
        after = page.after
      }
      const wanted = Array.from({ length: count }, (_, index) => index).filter(isWanted)
      assert.deepEqual(seen, wanted)
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

test('a list in which nothing is wanted is looked through a bounded way at a time', async () => {
  const page = await fillPage(listOf(200, 1), { limit: 5 }, () => false)
  assert.deepEqual([page.items.length, page.after], [0, 'c50'])
})
