import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Store } from './store.ts'

interface Thing {
  owner: string
  size?: number
}

test('a store opened again holds the same objects in the same order', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const first = new Store(folder)
  const things = first.collection<Thing>('things')
  things.put('b', { owner: 'x' })
  things.put('a', { owner: 'y' })
  things.put('c', { owner: 'x' })
  things.put('b', { owner: 'y', size: 2 })
  things.remove('c')
  assert.equal(first.nextNumber('ids'), 1)
  first.close()
  const written = readFileSync(join(folder, 'sandbox.log'), 'utf8').length

  const second = new Store(folder)
  const again = second.collection<Thing>('things')
  again.indexBy('owner', ({ owner }) => owner)
  assert.deepEqual(
    [...again.entries()],
    [
      ['b', { owner: 'y', size: 2 }],
      ['a', { owner: 'y' }],
    ],
  )
  assert.deepEqual(again.lookup('owner', 'y').length, 2)
  assert.deepEqual(again.lookup('owner', 'x'), [])
  assert.equal(second.nextNumber('ids'), 2)
  second.close()
  assert.ok(readFileSync(join(folder, 'sandbox.log'), 'utf8').length < written, 'what no longer counts is not kept')
})

test('lookups follow every change', () => {
  const things = new Store().collection<Thing>('things')
  things.indexBy('owner', ({ owner }) => owner)
  things.put('a', { owner: 'x' })
  things.put('b', { owner: 'x' })
  things.put('a', { owner: 'z' })
  assert.deepEqual(things.lookup('owner', 'x'), [{ owner: 'x' }])
  assert.equal(things.count('owner', 'z'), 1)
  things.remove('b')
  assert.equal(things.count('owner', 'x'), 0)
})

test('what kept fields were is known later, and by a store that is opened again', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  context.after(() => rmSync(folder, { recursive: true }))
  let now = 100
  const open = () => {
    const store = new Store(folder)
    const things = store.collection<Thing & { more?: { color: string } }>('things')
    things.keepPast(['size', 'more.color'], () => now)
    return { store, things }
  }
  const first = open()
  first.things.put('a', { owner: 'x', more: { color: 'red' } })
  now = 200
  first.things.put('a', { owner: 'y', more: { color: 'red' } })
  now = 300
  first.things.put('a', { owner: 'y', size: 2, more: { color: 'blue' } })
  first.store.close()
  for (const { store, things } of [open(), open()]) {
    assert.deepEqual(things.asOf('a', 299), { owner: 'y', more: { color: 'red' } })
    assert.deepEqual(things.asOf('a', 300), { owner: 'y', size: 2, more: { color: 'blue' } })
    assert.deepEqual(
      things.pastOf('a').map(({ until }) => until),
      [300],
      'other fields leave no trace',
    )
    store.close()
  }
  const { store, things } = open()
  things.remove('a')
  assert.deepEqual(things.pastOf('a'), [])
  store.close()
})
