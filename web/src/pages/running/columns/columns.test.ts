import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenColumns, columnsText, movedTo, shownColumns, usualColumns } from './columns.ts'

test('columns are shown in the order that was chosen, and what a level does not have is left out', () => {
  assert.deepEqual(shownColumns({ columns: 'spend,state,dailyBudget' }), ['spend', 'state'])
  assert.deepEqual(shownColumns({ level: 'campaign', columns: 'spend,campaignName,dailyBudget' }), [
    'spend',
    'dailyBudget',
  ])
  assert.deepEqual(shownColumns({ level: 'adset' }), usualColumns)
})

test('a link or view with figures alone shows state and budget before them', () => {
  assert.deepEqual(chosenColumns({ columns: 'clicks' }), ['state', 'dailyBudget', 'clicks'])
})

test('a column is moved to a place, never beyond the ends, and the usual ones need no words', () => {
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'c', 0), ['c', 'a', 'b'])
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'a', 9), ['b', 'c', 'a'])
  assert.deepEqual(movedTo(['a', 'b', 'c'], 'b', -1), ['b', 'a', 'c'])
  assert.equal(columnsText(usualColumns), undefined)
  assert.equal(columnsText(['spend']), 'spend')
})
