import type { ApiAnswer, ApiCall } from './call.ts'
import { invalidParam } from './errors.ts'
import type { Fields } from './objects/objects.ts'
import { isRecord } from './objects/objects.ts'
import { flagIn, numberParam, textParam, textsIn, wordParam } from './restli/params.ts'
import type { RestliRecord } from './restli/parser.ts'
import { required } from '../core/required.ts'

export const cursorParams = ['pageSize', 'pageToken']
export const pagingParams = ['start', 'count']

/** One page of things in their order; the token names the last one that was shown. */
export function cursorPage<T extends { id: string }>(
  call: ApiCall,
  all: T[],
  show: (item: T) => Fields,
  max: number,
): ApiAnswer {
  const size = numberParam(call, 'pageSize', { min: 1, max }) ?? Math.min(100, max)
  const token = textParam(call, 'pageToken')
  const start = token === undefined ? 0 : startAfter(all, token)
  const items = all.slice(start, start + size)
  const hasMore = start + size < all.length
  return {
    body: {
      elements: items.map((item) => projected(call, show(item))),
      metadata: hasMore ? { nextPageToken: tokenFor(required(items.at(-1), 'last item').id) } : {},
    },
  }
}

function tokenFor(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url')
}

function startAfter(all: { id: string }[], token: string): number {
  const [, id] = /^after (.+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  const index = all.findIndex((item) => item.id === id)
  if (id === undefined || index < 0) throw invalidParam('pageToken', 'Invalid page token')
  return index + 1
}

/** Pages by position, where the resource still has them. */
export function numberedPage(call: ApiCall, all: Fields[], usual = 10): ApiAnswer {
  const start = numberParam(call, 'start', { min: 0, max: 100_000 }) ?? 0
  const count = numberParam(call, 'count', { min: 1, max: 100 }) ?? usual
  const elements = all.slice(start, start + count).map((item) => projected(call, item))
  return { body: { elements, paging: { start, count, links: [], total: all.length } } }
}

export function projected({ fields }: ApiCall, item: Fields): Fields {
  if (!fields) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)))
}

/** The results of a batch, by the keys as they were asked for. */
export function batchAnswer(call: ApiCall, ids: string[], find: (id: string) => Fields | undefined): ApiAnswer {
  const results: Fields = {}
  const statuses: Record<string, number> = {}
  const errors: Fields = {}
  for (const id of ids) {
    const found = find(id)
    if (found) {
      results[id] = projected(call, found)
      statuses[id] = 200
    } else {
      statuses[id] = 404
      errors[id] = { status: 404, code: 'RESOURCE_NOT_FOUND', message: `Could not find entity ${id}` }
    }
  }
  return { body: { results, statuses, errors } }
}

/** `search=(status:(values:List(ACTIVE)),test:false)`: which things are meant, by the fields that a search may name. */
export function searchFilter<T>(
  search: RestliRecord | undefined,
  fields: Record<string, (item: T, values: string[]) => boolean>,
): (item: T) => boolean {
  const tests: ((item: T) => boolean)[] = []
  for (const [name, value] of search ?? []) {
    if (name === 'test') {
      const isTest = flagIn(value, 'search.test')
      tests.push(() => isTest !== true)
      continue
    }
    const test = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!test) throw invalidParam(`search.${name}`, `There is no such field to search by: ${name}`)
    const values = value instanceof Map && value.size === 1 ? value.get('values') : undefined
    if (values === undefined) throw invalidParam(`search.${name}`, `search.${name} must be (values:List(...))`)
    const wanted = textsIn(values, `search.${name}.values`)
    tests.push((item) => test(item, wanted))
  }
  return (item) => tests.every((test) => test(item))
}

export function inOrder<T extends { id: string }>(call: ApiCall, oldestFirst: T[]): T[] {
  const order = wordParam(call, 'sortOrder', ['ASCENDING', 'DESCENDING'])
  return order === 'DESCENDING' ? oldestFirst.toReversed() : oldestFirst
}

export function stamps({ created, updated }: { created: number; updated: number }, actor: string): Fields {
  return { created: { time: created, actor }, lastModified: { time: updated, actor } }
}

export function elementsOfBody({ body }: ApiCall): Fields[] {
  const { elements } = body
  if (!Array.isArray(elements) || elements.length === 0 || !elements.every(isRecord))
    throw invalidParam('elements', 'A batch brings {"elements": [{...}]}')
  return elements
}
