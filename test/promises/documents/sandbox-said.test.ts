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
  additionalProperties?: Shape | boolean
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  $defs?: Record<string, Shape>
}

function wholeOf(reply: z.ZodType): Shape {
  return z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Shape
}

const sayItself = ({ properties, required }: Shape) =>
  properties?.sandbox !== undefined && required?.includes('sandbox') === true

/** What stands for a launch, a draft of one, or a guard's word on a write. */
const areLaunches = ({ properties = {} }: Shape) => 'adBatchSlug' in properties || 'rawStatus' in properties
const areGuardNotes = ({ properties = {} }: Shape) => 'cap' in properties && 'adds' in properties
/** About another thing, of which the launch is only named. */
const namedAlone = new Set(['MediaUse'])

/** Where in an answer something that spends, or would, does not say whether it is the sandbox. */
function silentParts(reply: z.ZodType): string[] {
  const whole = wholeOf(reply)
  const seen = new Set<string>()
  const walk = (shape: Shape, path: string): string[] => {
    const name = shape.$ref?.split('/').at(-1)
    if (name !== undefined) {
      if (seen.has(name) || namedAlone.has(name)) return []
      seen.add(name)
      return walk(whole.$defs?.[name] ?? {}, path)
    }
    const { properties = {}, items, additionalProperties: others, anyOf = [] } = shape
    const isSilent = (areLaunches(shape) || areGuardNotes(shape)) && !sayItself(shape)
    return [
      ...(isSilent ? [path || 'itself'] : []),
      ...Object.entries(properties).flatMap(([key, part]) => walk(part, `${path}.${key}`)),
      ...[...anyOf, items, typeof others === 'object' ? others : undefined].flatMap((part) =>
        part ? walk(part, path) : [],
      ),
    ]
  }
  return walk(whole, '')
}

/** Whether an answer says sandbox or live: itself, or each of what it is about. */
function saysSandbox(reply: z.ZodType): boolean {
  const whole = wholeOf(reply)
  const resolved = (shape: Shape): Shape => {
    const name = shape.$ref?.split('/').at(-1)
    return name === undefined ? shape : (whole.$defs?.[name] ?? {})
  }
  const hasIt = (shape: Shape): boolean => {
    const { items } = resolved(shape)
    return sayItself(resolved(shape)) || (items ? hasIt(items) : false)
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

test('every launch, draft and note of a guard says it, in whatever answer it stands', () => {
  const silent = [...operations, carryOutDecision].flatMap(({ name, reply, otherReplies }) =>
    [reply, ...Object.values(otherReplies)].flatMap((each) => silentParts(each).map((path) => `${name} ${path}`)),
  )
  assert.deepEqual(silent, [])
})

test('receipts, plans, ends, decisions of rules and approvals say it too', () => {
  const named = ['get_receipts', 'validate_launch', 'list_ends', 'get_execution', 'get_batch_status']
  for (const name of named) {
    const found = operations.find((each) => each.name === name)
    assert.ok(found, name)
    assert.ok(saysSandbox(found.reply), name)
  }
})
