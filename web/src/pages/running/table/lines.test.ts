import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entity } from '../../../../../client/src/index.ts'
import { flat, linesOf } from './lines.ts'

const row = (level: Entity['level'], id: string) => ({ platform: 'primary', level, id, name: id }) as Entity
const inside = (...rows: Entity[]) => ({ rows, isReading: false, error: null })

test('what is open stands below its parent, deeper; what is closed stands for itself', () => {
  const [one, two] = [row('campaign', '1'), row('campaign', '2')]
  const below = new Map([
    ['primary campaign 1', inside(row('adset', '11'), row('adset', '12'))],
    ['primary adset 11', inside(row('ad', '111'))],
    ['primary adset 12', inside(row('ad', '121'))],
  ])
  const open = new Set(['primary campaign 1', 'primary adset 11', 'primary campaign 2'])
  assert.deepEqual(
    linesOf([one, two], below, open).map(({ row: { id }, depth, isOpen }) => [id, depth, isOpen]),
    [
      ['1', 0, true],
      ['11', 1, true],
      ['111', 2, null],
      ['12', 1, false],
      ['2', 0, true],
    ],
  )
  assert.deepEqual(
    flat([one, two]).map(({ depth, isOpen }) => [depth, isOpen]),
    [
      [0, null],
      [0, null],
    ],
  )
})
