import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { readWith, schemaIssues } from './parse.ts'

const Ad = z.object({
  type: z.enum(['single', 'multi', 'carousel']).optional(),
  paused: z.boolean().optional(),
  copies: z.number().int().min(1).max(10).optional(),
  name: z.string().min(1).optional(),
  button: z.enum(['SHOP_NOW', 'LEARN_MORE']).optional(),
  id: z.union([z.string().min(1), z.number()]).optional(),
})
const Launch = z.object({ ads: z.array(Ad) })

const read = (...ads: object[]) => {
  const result = readWith(Launch, { ads })
  return result.success ? result.data.ads : schemaIssues(result.error)
}

test('closed words are understood in other capitals and with other gaps', () => {
  assert.deepEqual(read({ type: 'SINGLE', button: 'learn more' }, { type: ' Multi ' }), [
    { type: 'single', button: 'LEARN_MORE' },
    { type: 'multi' },
  ])
})

test('a number or a yes is none as text', () => {
  for (const copies of ['2', '2.0', '1e1', '9007199254740993'])
    assert.deepEqual(read({ copies }), [{ path: 'ads.0.copies', message: 'must be a number', expected: 'number' }])
  assert.equal((read({ paused: 'true' })[0] as { path: string }).path, 'ads.0.paused')
})

test('what a form had nothing for is left out, and an empty text is still empty', () => {
  assert.deepEqual(read({ type: '', button: ' ', id: '' }), [{}])
  assert.deepEqual(read({ copies: '' }), [{ path: 'ads.0.copies', message: 'must be a number', expected: 'number' }])
  assert.deepEqual(read({ name: '' }), [{ path: 'ads.0.name', message: 'must not be empty' }])
})

test('a bound holds for what was mended too, and what is wrong is told with what was meant', () => {
  assert.deepEqual(read({ copies: 11, type: 'carousell' }), [
    {
      path: 'ads.0.type',
      message: 'must be single, multi or carousel; did you mean carousel?',
      expected: 'single, multi, carousel',
    },
    { path: 'ads.0.copies', message: 'must be at most 10' },
  ])
})

test('nothing of a prototype is read or made', () => {
  const given = JSON.parse('{"ads":[{"type":"MULTI","__proto__":{"type":"SINGLE"}}]}') as object
  const result = readWith(Launch, given)
  assert.ok(result.success)
  assert.deepEqual(result.data.ads, [{ type: 'multi' }])
})

test('what was given stays as it was, and very many places are mended in one copy', () => {
  const given = { ads: Array.from({ length: 10_000 }, () => ({ type: 'SINGLE' })) }
  const result = readWith(Launch, given)
  assert.ok(result.success)
  assert.ok(result.data.ads.every(({ type }) => type === 'single'))
  assert.ok(given.ads.every(({ type }) => type === 'SINGLE'))
})

test('what is missing is missing also where a number is made of what comes', () => {
  const counted = z.object({ batch: z.coerce.number().int(), others: z.array(z.coerce.number()) })
  const wrong = (given: object) => {
    const result = readWith(counted, given)
    return result.success ? [] : schemaIssues(result.error, given).map(({ path, message }) => `${path} ${message}`)
  }
  assert.deepEqual(wrong({ others: ['x'] }), ['batch is required', 'others.0 must be a number'])
})
