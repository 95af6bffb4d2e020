import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchPageState } from '../page-state.ts'
import { learnSeconds } from '../sheet/known.ts'
import type { Finding } from '../sheet/problems.ts'
import type { Row } from '../sheet/rows.ts'
import { proposalsFor } from './proposals.ts'

const state = { problems: { ofRow: () => [] } } as unknown as LaunchPageState
const missing = { column: 'secondary', tone: 'bad', isUnused: false } as unknown as Finding
const rowOf = (page: string) => ({ cells: { account: 'act_1', page } }) as unknown as Row

test('where a page speaks, its own profile is proposed, or none where it has none', () => {
  learnSeconds([
    { page: '11', secondary: '77' },
    { page: '12', secondary: null },
  ])
  const proposed = (...pages: string[]) => proposalsFor(state, [])(missing, pages.map(rowOf))?.text ?? null
  assert.equal(proposed('11', '11'), '77')
  assert.equal(proposed('12'), 'none')
  assert.equal(proposed('13'), null, 'nobody knows that page')
  assert.equal(proposed('11', '12'), null, 'two pages have two answers')
})
