import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRow } from './edits.ts'
import { groupedByShape, joinTwins, shapeIn } from './shapes.ts'

test('names say their shape at their end', () => {
  assert.deepEqual(shapeIn('Summer | sale_1x1'), { base: 'Summer | sale', shape: '1x1' })
  assert.deepEqual(shapeIn('summer (9:16)'), { base: 'summer', shape: '9:16' })
  assert.equal(shapeIn('summer 2026'), null)
  assert.equal(shapeIn('9x16'), null)
  const names = ['a_1x1', 'b_1x1', 'a_9x16', 'c_4x5', 'c_4x5']
  assert.deepEqual([...groupedByShape(names)], [['a', [0, 2]]])
})

test('rows that differ in the shape of their picture alone become one ad with placements', () => {
  const row = (name: string, media: string, title = 'Sale') => newRow({ name, media, title, account: 'act_1' })
  const rows = [
    row('Summer_1x1', 'https://x.example/1.png'),
    row('Winter_1x1', 'https://x.example/3.png'),
    row('Summer_9x16', 'https://x.example/2.png'),
    row('Winter_9x16', 'https://x.example/4.png', 'Another title'),
    newRow(),
  ]
  const joined = joinTwins({ columns: ['name'], rows })
  assert.deepEqual(
    joined.rows.map(({ cells }) => [cells.name, cells.type, cells.media]),
    [
      ['Summer', 'multi', 'https://x.example/1.png | https://x.example/2.png'],
      ['Winter_1x1', undefined, 'https://x.example/3.png'],
      ['Winter_9x16', undefined, 'https://x.example/4.png'],
      [undefined, undefined, undefined],
    ],
  )
  assert.deepEqual(joined.columns, ['name', 'type'])
})
