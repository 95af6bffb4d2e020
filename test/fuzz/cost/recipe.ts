import { createRandom } from '../../../sandbox/core/figures/random.ts'
import type { Random } from '../../../sandbox/core/figures/random.ts'
import { operations } from '../../../src/api/index.ts'
import { fieldsAt } from '../../../src/call/operation.ts'
import type { Operation } from '../../../src/call/operation.ts'
import { maxOpenBodyBytes } from '../../../src/call/limits.ts'
import { likelyBody, likelyPart, pathOf, queryText } from '../requests.ts'
import type { FuzzRequest } from '../requests.ts'
import type { World } from '../values.ts'
import { formWith } from './form.ts'
import { fitted, jsonOf, mutateShape, randomShape } from './shapes.ts'
import type { Shape, Surroundings } from './shapes.ts'
import { asHeaders, asPath, asQuery } from './texts.ts'

/** How a request is made again, in little: what it is to, and what grows where in it. */
export interface Recipe {
  /** The name of an operation. */
  to: string
  /** `rest`, or the tool or the method of /mcp that is called. */
  door: string
  hasKey: boolean
  /** Of everything in it but the shape. */
  seed: number
  /** `body.ads.0`, `query.ids`, `header.cookie`, `path`, `form.parts`, `call._meta` (beside what a tool is given). */
  at: string
  /** Absent: the request as it would be otherwise. */
  shape?: Shape
}

type Json = Record<string, unknown>

/** Enough for as many values as a body takes. */
const maxBody = 3_000_000
const maxHead = 12_000

const headers = ['accept', 'authorization', 'cookie', 'idempotency-key', 'x-request-id', 'user-agent', 'content-type']
const moreHeaders = ['x-forwarded-for', 'if-none-match', 'range', 'origin', 'accept-language', 'last-event-id', 'many']
const formPlaces = [
  'form.parts',
  'form.name',
  'form.filename',
  'form.head',
  'form.content',
  'form.boundary',
  'form.before',
]
const methods = ['initialize', 'tools/list', 'resources/read', 'prompts/get']
const callPlaces = ['call._meta', 'call.more', 'call.capabilities']
const tools = ['use_operation', 'plan_operation', 'search_docs', 'plan_launch', 'own']

export function randomRecipe(operation: Operation, random: Random, world: World): Recipe {
  const isOpen = operation.scope === null
  const recipe: Recipe = {
    to: operation.name,
    door: !isOpen && random.next() < 0.15 ? random.pick([...tools, ...methods]) : 'rest',
    hasKey: !isOpen && random.next() < 0.9,
    seed: random.integer(1, 1_000_000),
    at: '',
    shape: randomShape(random),
  }
  return { ...recipe, at: randomPlace(recipe, random, world) }
}

export function mutateRecipe(recipe: Recipe, random: Random, world: World): Recipe {
  const chance = random.next()
  if (recipe.shape && chance < 0.65) return { ...recipe, shape: mutateShape(recipe.shape, random) }
  if (chance < 0.75) return { ...recipe, at: randomPlace(recipe, random, world) }
  if (chance < 0.8) return { ...recipe, seed: random.integer(1, 1_000_000) }
  // What is dear in one place may be so in another.
  return { ...randomRecipe(random.pick(operations), random, world), shape: recipe.shape }
}

function randomPlace(recipe: Recipe, random: Random, world: World): string {
  const operation = operationOf(recipe)
  if (recipe.door === 'rest' && operation.rest.form && random.next() < 0.8) return random.pick(formPlaces)
  if (recipe.door === 'rest' && random.next() < 0.1) return `header.${random.pick([...headers, ...moreHeaders])}`
  if (recipe.door === 'rest' && operation.rest.path.includes('{') && random.next() < 0.1) return 'path'
  if (methods.includes(recipe.door) || (recipe.door !== 'rest' && random.next() < 0.1)) return random.pick(callPlaces)
  const query = fieldsAt(operation, 'query')
  if (recipe.door === 'rest' && operation.rest.method === 'GET')
    return random.next() < 0.2 || query.length === 0 ? 'query' : `query.${random.pick(query)}`
  const { body } = baseOf(operation, recipe, world)
  const own = fieldsAt(operation, 'body').map((field) => `body.${field}`)
  return random.pick(['body', 'body.extra', ...own, ...placesIn(body, 'body', 0)])
}

function placesIn(value: unknown, path: string, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth > 4) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const within = `${path}.${name}`
    return name.includes('.') ? [] : [within, ...placesIn(inner, within, depth + 1)]
  })
}

function operationOf({ to }: Recipe): Operation {
  const operation = operations.find(({ name }) => name === to)
  if (!operation) throw new Error(`There is no operation ${to}.`)
  return operation
}

/** What stands around the shape: the same for the same seed. */
function baseOf(operation: Operation, { seed }: Recipe, world: World) {
  const random = createRandom(seed)
  const query = likelyPart(operation, 'query', random, world)
  return { query, body: likelyBody(operation, random, world), random }
}

export function requestOf(recipe: Recipe, world: World, key: string): FuzzRequest {
  const operation = operationOf(recipe)
  const { query, body, random } = baseOf(operation, recipe, world)
  const { method, path } = operation.rest
  const auth: Record<string, string> = recipe.hasKey ? { authorization: `Bearer ${key}` } : {}
  const whole = { operation: `${method} ${path}`, hangUpAfter: null }
  if (recipe.door !== 'rest') {
    const text = callOf(recipe, { ...query, ...body })
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return { ...whole, method: 'POST', path: '/mcp', headers: { ...auth, ...json }, body: Buffer.from(text) }
  }
  const { at, shape } = recipe
  const ownPath = at === 'path' && shape ? asPath(path, shape, maxHead) : pathOf(operation, random, world)
  const room = Math.max(0, maxHead - ownPath.length)
  const asked = at.startsWith('query') && shape ? asQuery(at.slice(6), shape, room) : queryText(query, random)
  const own = at.startsWith('header.') && shape ? asHeaders(at.slice(7), shape, maxHead) : {}
  const { bytes, type } = operation.rest.form
    ? formWith(at, shape, maxBody)
    : { bytes: method === 'GET' ? null : Buffer.from(jsonWith(recipe, body)), type: 'application/json' }
  const sent = { ...auth, ...(bytes === null ? {} : { 'content-type': type }), ...own }
  return { ...whole, method, path: `${ownPath}${asked}`, headers: sent, body: bytes }
}

/** What a tool is given, and around it what the protocol wants. */
function callOf(recipe: Recipe, input: Json): string {
  const { to, door, at, shape } = recipe
  const more =
    at.startsWith('call.') && shape ? `,${besideCall(at, jsonOf(fitted(shape, maxBody, nothing), nothing))}` : ''
  if (methods.includes(door))
    return `{"jsonrpc":"2.0","id":1,"method":"${door}","params":{"name":"${to}","uri":"flightdeck://docs/mcp"${more}}}`
  const given = jsonWith(recipe, door === 'search_docs' ? { query: to } : input)
  const isNamed = door === 'use_operation' || door === 'plan_operation'
  const args = isNamed ? `{"operation":"${to}","input":${given}}` : given
  const name = door === 'own' ? to : door
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}${more}}}`
}

function besideCall(at: string, text: string): string {
  if (at !== 'call.capabilities') return `"${at.slice(5)}":${text}`
  const version = '"protocolVersion":"2025-06-18","clientInfo":{"name":"a","version":"1"}'
  return `${version},"capabilities":{"experimental":${text}}`
}

const nothing: Surroundings = { names: [], before: '1' }
const mark = '<the shape>'

/** The body with the shape in its place. */
function jsonWith(recipe: Recipe, body: Json): string {
  const { at, shape } = recipe
  const operation = operationOf(recipe)
  if (!shape || !at.startsWith('body')) return JSON.stringify(body)
  const room = operation.scope === null ? maxOpenBodyBytes - 4_000 : maxBody
  const path = at.split('.').slice(1)
  if (path.length === 0) {
    const around = { names: Object.keys(operation.input.shape), before: JSON.stringify(body) }
    return jsonOf(fitted(shape, room, around), around)
  }
  const whole = structuredClone(body)
  const before = put(whole, path)
  const entry: unknown = Array.isArray(before) && before.length > 0 ? (before as unknown[])[0] : before
  const names = typeof entry === 'object' && entry !== null ? Object.keys(entry) : Object.keys(operation.input.shape)
  const around = { names, before: JSON.stringify(entry) ?? '1' }
  const text = jsonOf(fitted(shape, room, around), around)
  return JSON.stringify(whole).replace(`"${mark}"`, () => text)
}

/** Marks the place, and tells what stood there. */
function put(value: Json, path: string[]): unknown {
  const [name = '', ...rest] = path
  const inner = value[name]
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) return put(inner as Json, rest)
  value[name] = mark
  return inner
}
