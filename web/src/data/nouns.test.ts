import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueryClient, queryOptions } from '@tanstack/react-query'
import { keysOf, nounsAgedBy } from './nouns.ts'
import type { age } from './client/query-client.ts'
import type { write } from './client/write.ts'

interface DataModule {
  ask: typeof queryOptions
  client: QueryClient
  age: typeof age
  write: typeof write
}

/** Never called: what is wrong in it must not compile. */
export function mistaken(ways: DataModule): void {
  const queryFn = () => 1
  // @ts-expect-error there is no such noun
  ways.ask({ queryKey: ['bathces'], queryFn })
  // @ts-expect-error a key begins with a noun
  ways.ask({ queryKey: [1, 'batches'], queryFn })
  // @ts-expect-error nor is another one aged
  void ways.client.invalidateQueries({ queryKey: ['home'] })
  // @ts-expect-error an event or a write ages nouns
  void ways.age('bathces')
  // @ts-expect-error and nothing else
  ways.write(() => Promise.resolve(), 'keys', 'homes')
  // @ts-expect-error whose keys?
  keysOf('key')

  // And what is right in it compiles.
  ways.ask({ queryKey: keysOf('batches')('list', { page: 1 }), queryFn })
  ways.write(() => Promise.resolve(), 'keys', 'people')
}

test('the keys of a noun begin with it', () => {
  assert.deepEqual(keysOf('keys')(), ['keys'])
  assert.deepEqual(keysOf('keys')('one', 7), ['keys', 'one', 7])
})

test('an event makes old what pages show of it', () => {
  assert.deepEqual(nounsAgedBy('approval.given'), ['approvals'])
  assert.ok(nounsAgedBy('ad.launched').includes('batches'))
  assert.ok(nounsAgedBy('automation.executed').includes('suggestions'))
})

test('a batch that is looked at is followed by its own stream, not asked for at every ad', () => {
  for (const type of ['batch.finished', 'ad.launched', 'ad.failed']) assert.ok(!nounsAgedBy(type).includes('batch'))
})

test('an event of a newer service ages what its family ages, and one of an unknown family nothing', () => {
  assert.deepEqual(nounsAgedBy('key.borrowed'), ['keys'])
  for (const type of ['moon.risen', 'toString', 'constructor.x', '']) assert.deepEqual(nounsAgedBy(type), [])
})
