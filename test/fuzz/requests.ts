import { z } from 'zod'
import type { Random } from '../../sandbox/core/figures/random.ts'
import { exampleSandboxUrl } from '../../src/http/docs/as-it-runs.ts'
import { fieldsAt } from '../../src/call/operation.ts'
import type { Operation, InputLocation } from '../../src/call/operation.ts'
import { likelyValue, oddText, oddValue } from './values.ts'
import type { World } from './values.ts'

export interface FuzzRequest {
  operation: string
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** How much of the body leaves before the caller hangs up; null: all, and the answer is waited for. */
  hangUpAfter: number | null
}

export interface Keys {
  own: string
  stranger: string
}

type Json = Record<string, unknown>

/** One request to the operation: nearly right, wrong in a place or two, or broken as a whole. */
export function makeRequest(operation: Operation, random: Random, world: World, keys: Keys): FuzzRequest {
  const query = likelyPart(operation, 'query', random, world)
  const body = likelyBody(operation, random, world)
  if (random.next() < 0.6)
    spoil(random.next() < 0.5 && fieldsAt(operation, 'body').length > 0 ? body : query, random, world)
  const { bytes, type } = bodyOf(operation, body, random)
  const isCut = bytes !== null && random.next() < 0.04
  return {
    operation: `${operation.rest.method} ${operation.rest.path}`,
    method: random.next() < 0.02 ? random.pick(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']) : operation.rest.method,
    path: `${pathOf(operation, random, world)}${queryText(query, random)}`,
    headers: { ...headersOf(random, keys), ...(bytes === null ? {} : { 'content-type': type }) },
    body: bytes,
    hangUpAfter: isCut || random.next() < 0.02 ? random.integer(0, bytes?.length ?? 0) : null,
  }
}

export function likelyPart(operation: Operation, place: InputLocation, random: Random, world: World): Json {
  const fields = fieldsAt(operation, place).map((field) => [field, operation.input.shape[field] as z.ZodType])
  const schema = z.object(Object.fromEntries(fields) as z.ZodRawShape)
  return likelyValue(schema, '', random, world) as Json
}

/** The documents' own example where there is one: few bodies that are made up are good enough to get far. */
export function likelyBody(operation: Operation, random: Random, world: World): Json {
  if (!operation.example || random.next() < 0.4) return likelyPart(operation, 'body', random, world)
  const text = JSON.stringify(operation.example).replaceAll(
    `${exampleSandboxUrl}/_assets/square.png`,
    world.addresses[0]!,
  )
  const body = JSON.parse(text) as Json
  if (!Array.isArray(body.ads) || random.next() < 0.3) return body
  const [page, secondary] = world.pages
  const place = { adAccountId: world.accounts[0], adSets: [random.pick(world.adSets)], page, secondary }
  return { ...body, ads: (body.ads as Json[]).map((ad) => ({ ...ad, ...place })) }
}

/** Puts something odd into one place, wherever that is. */
function spoil(value: Json, random: Random, world: World): void {
  const names = Object.keys(value)
  if (names.length === 0 || random.next() < 0.1) {
    value[random.pick(['constructor', 'toString', 'ids[]', 'x'.repeat(200), 'accountIds[0]'])] = oddValue(random, world)
    return
  }
  const name = random.pick(names)
  const inner = value[name]
  if (Array.isArray(inner) && inner.length > 0 && random.next() < 0.7) {
    const list = inner as unknown[]
    if (isObject(list[0])) spoil(list[0], random, world)
    else list[0] = oddValue(random, world)
  } else if (isObject(inner) && random.next() < 0.7) spoil(inner, random, world)
  else if (random.next() < 0.15) delete value[name]
  else value[name] = oddValue(random, world)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function pathOf(operation: Operation, random: Random, world: World): string {
  const path = operation.rest.path.replace(/\/\.\.\.$/, () => `/${partOf('file', random, world)}`)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => partOf(name, random, world))
}

function partOf(name: string, random: Random, world: World): string {
  const chance = random.next()
  if (chance < 0.04) return random.pick(['%zz', '%c0%af', '%', '%00', 'a'.repeat(700), '..%2f..', '%ff%fe'])
  if (chance < 0.2) return encodeURIComponent(oddText(random).toWellFormed())
  const known = [...world.batches, ...world.drafts, ...world.media, ...world.others, '1', '2', '3']
  return encodeURIComponent(name === 'file' ? 'x.png' : random.pick(known))
}

export function queryText(query: Json, random: Random): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => {
      const text = typeof each === 'string' ? each : (JSON.stringify(each) ?? '')
      return `${encodeURIComponent(name)}=${encodeURIComponent(text.slice(0, 3_000).toWellFormed())}`
    }),
  )
  if (random.next() < 0.03) parts.push(random.pick(['%zz=%zz', '&&==', 'a[b][c]=1', '__proto__=1', '%00=1']))
  return parts.length > 0 ? `?${parts.join('&').slice(0, 9_000)}` : ''
}

function headersOf(random: Random, keys: Keys): Record<string, string> {
  const key = random.next() < 0.93 ? keys.own : random.pick([keys.stranger, 'ak_nonsense', ''])
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (random.next() < 0.1)
    headers['idempotency-key'] = random.pick(['a', 'b', 'c', 'x'.repeat(300), `k${random.next()}`])
  if (random.next() < 0.03) headers['last-event-id'] = random.pick(['-1', '1e99', 'x', '99999999999999999999'])
  if (random.next() < 0.03) headers.range = random.pick(['bytes=0-', 'bytes=9-1', 'bytes=-0', 'x'])
  if (random.next() < 0.03) headers['x-request-id'] = random.pick(['mine', 'x'.repeat(200), 'a b'])
  return headers
}

function bodyOf(operation: Operation, body: Json, random: Random): { bytes: Buffer | null; type: string } {
  if (operation.rest.method === 'GET') return { bytes: null, type: '' }
  if (operation.rest.form || random.next() < 0.01) return formOf(random)
  const type = random.next() < 0.97 ? 'application/json' : random.pick(['text/plain', 'multipart/form-data', 'x/y', ''])
  return { bytes: Buffer.from(broken(JSON.stringify(body), random)), type }
}

/** Mostly the text as it is. */
function broken(text: string, random: Random): string {
  const chance = random.next()
  if (chance < 0.9) return text
  if (chance < 0.93) return text.slice(0, random.integer(0, text.length))
  if (chance < 0.94) return `{"ads":${'['.repeat(5_000)}`
  if (chance < 0.945)
    return `{"ads":[${Array<string>(random.pick([1_001, 60_000, 300_000]))
      .fill('{}')
      .join(',')}]}`
  if (chance < 0.96) return text.replace(/"[^"]*"/, () => '12345678901234567890')
  if (chance < 0.97) return text.replace('{', '{"__proto__":{"a":1},')
  return random.pick([
    '',
    'null',
    '[]',
    '"x"',
    '0',
    'nonsense',
    '{"a":1}}',
    '\ufeff{}',
    '{"ads":null}',
    '{"a":"\\ud800"}',
  ])
}

function formOf(random: Random): { bytes: Buffer; type: string } {
  const boundary = 'fuzz'
  const part = (name: string, file: string | null, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`
  const file = random.pick(['a.png', '../x.png', 'x\0.png', '', 'ä'.repeat(200)])
  const parts = [
    ...Array.from({ length: random.pick([0, 0, 1, 21, 30]) }, (_, n) => part(`f${n}`, null, 'x')),
    ...Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () =>
      part(
        random.pick(['file', 'file', 'photo', '__proto__']),
        file,
        random.pick(['', 'GIF89a', '\x89PNG\r\n\x1a\nxxxx', 'x'.repeat(5_000)]),
      ),
    ),
  ]
  const whole = Buffer.from(`${parts.join('')}--${boundary}--\r\n`, 'latin1')
  const bytes = random.next() < 0.4 ? whole.subarray(0, random.integer(0, whole.length)) : whole
  return { bytes, type: random.next() < 0.9 ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data' }
}
