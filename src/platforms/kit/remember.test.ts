import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFiguresForPages } from './remember.ts'

test('figures are read with the first page of a list, and serve those that follow', async () => {
  let reads = 0
  const figures = createFiguresForPages<number>()
  const ask = (list: string, after?: string) => figures(list, { after }, async () => ++reads)
  assert.deepEqual([await ask('a'), await ask('a', '2'), await ask('a', '3')], [1, 1, 1])
  assert.equal(await ask('b', '2'), 2, 'another list has its own, also without a first page')
  assert.equal(await ask('a'), 3, 'whoever begins anew is told what is so now')
  assert.equal(await ask('a', '2'), 3)
})

test('what could not be read is nobody else’s failure', async () => {
  const figures = createFiguresForPages<string>()
  let hangUp: (error: Error) => void = () => undefined
  const first = figures('a', {}, () => new Promise((_, reject) => (hangUp = reject)))
  const second = figures('a', { after: '2' }, async () => 'read again')
  hangUp(new Error('gone'))
  await assert.rejects(first, /gone/)
  assert.equal(await second, 'read again')
  assert.equal(await figures('a', { after: '3' }, async () => 'not kept'), 'not kept')
})
