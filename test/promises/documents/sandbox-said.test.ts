import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { carryOutDecision } from '../../../src/api/carry-out-decision.ts'
import { operations } from '../../../src/api/index.ts'
import type { Operation } from '../../../src/call/operation.ts'

/** What is told of every spender besides: forecasts name accounts of their own. */
const beside = new Set(['exposure', 'goesLive', 'verdicts', 'guards'])

interface Shape {
  $ref?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  $defs?: Record<string, Shape>
}

/** Whether an answer says sandbox or live: itself, or each of what it is about. */
function saysSandbox(reply: z.ZodType): boolean {
  const whole = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Shape
  const resolved = (shape: Shape): Shape => {
    const name = shape.$ref?.split('/').at(-1)
    return name === undefined ? shape : (whole.$defs?.[name] ?? {})
  }
  const hasIt = (shape: Shape): boolean => {
    const { properties, required, items } = resolved(shape)
    return (
      (properties?.sandbox !== undefined && required?.includes('sandbox') === true) || (items ? hasIt(items) : false)
    )
  }
  const { properties = {} } = resolved(whole)
  const parts = Object.entries(properties).flatMap(([name, shape]) => (beside.has(name) ? [] : [shape]))
  return hasIt(whole) || parts.some(hasIt)
}

/** By its word, or by what it is asked for. */
function maySpend({ effect }: Operation): boolean {
  return effect === 'spends' || typeof effect === 'function'
}

const spenders = [...operations, carryOutDecision].filter(maySpend)

test('every answer of what may spend says whether it is the sandbox', () => {
  assert.ok(spenders.length > 25, `${spenders.length} operations`)
  const silent = spenders.filter(({ reply, otherReplies }) => {
    return ![reply, ...Object.values(otherReplies)].every(saysSandbox)
  })
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
    'add sandboxField (src/api/shapes.ts) to their replies',
  )
})

test('receipts, plans, ends, decisions of rules and approvals say it too', () => {
  const named = ['get_receipts', 'validate_launch', 'list_ends', 'get_execution', 'get_batch_status']
  for (const name of named) {
    const found = operations.find((each) => each.name === name)
    assert.ok(found, name)
    assert.ok(saysSandbox(found.reply), name)
  }
})
