import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRows, clearRange, deleteRows, newRow, setCell, showColumn } from './edits.ts'
import type { Content } from './edits.ts'
import { merge } from './merge.ts'
import { createSheet } from './store.ts'

const ids = [newRow(), newRow(), newRow()].map(({ id }) => id)
const base: Content = {
  columns: ['name', 'title'],
  rows: ids.map((id, place) => ({ id, cells: { name: `Ad ${place}`, title: 'Sale' } })),
}
/** As it comes from the store of the browser. */
const copied = (content: Content): Content => JSON.parse(JSON.stringify(content)) as Content
const names = ({ rows }: Content) => rows.map(({ cells }) => `${cells.name ?? ''}/${cells.title ?? ''}`)
const id = (place: number) => ids[place] ?? 0

test('what two tabs write in other cells stays, in one cell that of this tab', () => {
  const mine = setCell(setCell(base, id(0), { name: 'Mine' }), id(1), { name: 'Here' })
  const theirs = copied(setCell(setCell(base, id(0), { title: 'Theirs' }), id(1), { name: 'There' }))
  assert.deepEqual(names(merge(base, mine, theirs)), ['Mine/Theirs', 'Here/Sale', 'Ad 2/Sale'])
  assert.equal(merge(base, mine, copied(base)), mine)
})

test('rows that one tab adds and the other takes away', () => {
  const mine = deleteRows(addRows(base, 1), { top: 1, bottom: 1, left: 0, right: 1 })
  const added = mine.rows.at(-1)?.id ?? 0
  const theirs = copied(addRows(setCell(base, id(2), { title: 'Theirs' }), 1))
  const merged = merge(base, setCell(mine, added, { name: 'New here' }), theirs)
  assert.deepEqual(names(merged), ['Ad 0/Sale', 'Ad 2/Theirs', 'New here/', '/'])
  // What somebody has written in since is not taken away by another.
  const gone = deleteRows(base, { top: 0, bottom: 0, left: 0, right: 1 })
  assert.deepEqual(names(merge(base, gone, copied(setCell(base, id(0), { name: 'Written' }))))[0], 'Written/Sale')
})

test('a sheet that was launched in another tab is empty here too, but for what was written since', () => {
  const empty: Content = { columns: base.columns, rows: [newRow(), newRow()] }
  assert.deepEqual(names(merge(base, base, copied(empty))), ['/', '/'])
  assert.deepEqual(names(merge(base, setCell(base, id(1), { name: 'Late' }), copied(empty))), ['/', '/', 'Late/Sale'])
})

test('columns that are shown in one tab are shown in both', () => {
  const theirs = copied(showColumn(base, 'page'))
  assert.deepEqual(merge(base, showColumn(base, 'cta'), theirs).columns, ['name', 'title', 'page', 'cta'])
})

test('a step back takes back what this tab did, and nothing of the other', () => {
  const sheet = createSheet(base)
  sheet.change(setCell(base, id(0), { name: 'Mine' }))
  const theirs = copied(setCell(base, id(1), { name: 'Theirs' }))
  sheet.adopt((content) => merge(base, content, theirs))
  assert.deepEqual(names(sheet.content()), ['Mine/Sale', 'Theirs/Sale', 'Ad 2/Sale'])
  sheet.undo()
  assert.deepEqual(names(sheet.content()), ['Ad 0/Sale', 'Theirs/Sale', 'Ad 2/Sale'])
  sheet.change(clearRange(sheet.content(), { top: 0, left: 0, bottom: 0, right: 0 }))
  assert.equal(sheet.content().rows[0]?.cells.name, '')
})
