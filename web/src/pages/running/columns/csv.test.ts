import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entity } from '../../../../../client/src/index.ts'
import { csvOf } from './csv.ts'

test('the file has what is shown in its order, quotes what must be quoted, and no name is a formula', () => {
  const row = {
    ...{ level: 'ad', id: '12', name: '=HYPERLINK("x")', platform: 'primary', accountName: 'A, B', currency: 'EUR' },
    ...{ state: 'active', dailyBudget: null, lifetimeBudget: null, figures: { spend: 1.5, roas: null } },
  } as unknown as Entity
  assert.equal(
    csvOf([row], ['spend', 'state', 'roas']),
    'Name,Id,Platform,Ad account,Currency,Spend,State,ROAS\r\n"\'=HYPERLINK(""x"")",12,Meta,"A, B",EUR,1.5,active,\r\n',
  )
})
