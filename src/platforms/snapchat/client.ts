import type { z } from 'zod'
import { counted } from '../kit/http/call.ts'
import type { FilePart } from '../kit/http/form.ts'
import type { Surroundings } from '../contract/platform.ts'
import { callForElements, callForOne, check, kinds } from './elements.ts'
import type { Entity, Kind, SnapPage } from './elements.ts'
import { createTransport } from './transport.ts'
import type { CallOptions, Fields, Operation, Request, Transport } from './transport.ts'

export { kinds }
export type { Kind, SnapPage } from './elements.ts'
export type { CallOptions, Fields, Operation } from './transport.ts'

export const apiVersion = 'v1'

export type Params = Record<string, string | number | boolean | undefined>

/** The platform's interface: paths and fields in, checked objects out, failures sorted. */
export interface Snap {
  /** A body that is no list of entities. */
  get<T>(schema: z.ZodType<T>, path: string, params: Params, options: CallOptions): Promise<T>
  read<T>(entity: Entity<T>, id: string, params: Params, options: CallOptions): Promise<T>
  /** Follows the pages until `limit` is reached; `isWhole` tells whether that was everything. */
  list<T>(
    entity: Entity<T>,
    path: string,
    params: Params,
    options: CallOptions & { limit: number },
  ): Promise<{ items: T[]; isWhole: boolean }>
  page<T>(entity: Entity<T>, path: string, query: string, options: CallOptions): Promise<SnapPage<T>>
  create<T>(entity: Entity<T>, path: string, fields: Fields, options: CallOptions): Promise<T>
  /** Changes single fields: what is not named stays as it is. */
  patch<T>(entity: Entity<T>, id: string, operations: Operation[], options: CallOptions): Promise<T>
  remove(path: string, options: CallOptions): Promise<void>
  /** A form, with a file or without; `path` may be one that the platform answered. */
  upload<T>(
    schema: z.ZodType<T>,
    path: string,
    form: { fields?: Record<string, string>; file?: FilePart },
    options: CallOptions,
  ): Promise<T>
  /** What the connection may do, as far as the platform has said so. */
  scopes(): string[]
  renewedAt(): Date | null
  /** The same, for a caller who may hang up. */
  until(caller: AbortSignal): Snap
  close(): Promise<void>
}

export const smallestPage = 50
export const largestPage = 1000

export function createSnap(credentials: Record<string, string>, surroundings: Surroundings): Snap {
  const transport = counting(createTransport(credentials, surroundings), surroundings)
  return snapOver(transport, `${surroundings.baseUrl}/${apiVersion}`)
}

function counting(transport: Transport, surroundings: Surroundings): Transport {
  return {
    ...transport,
    call: (...given) => counted(surroundings, () => transport.call(...given)),
    until: (caller) => counting(transport.until(caller), surroundings),
  }
}

function snapOver(transport: Transport, base: string): Snap {
  const reading = (path: string): Request => ({ method: 'GET', url: `${base}/${path}`, body: null })
  const creating = (path: string, kind: Kind, fields: Fields): Request => ({
    method: 'POST',
    url: `${base}/${path}`,
    body: { json: { [kinds[kind]]: [fields] } },
  })
  const page: Snap['page'] = (entity, path, query, options) =>
    callForElements(transport, reading(`${path}${query}`), entity, options)

  return {
    async get(schema, path, params, options) {
      const { body } = await transport.call(reading(`${path}${queryOf(params)}`), options)
      return check(schema, body, false)
    },
    read: (entity, id, params, options) =>
      callForOne(transport, reading(`${kinds[entity.kind]}/${id}${queryOf(params)}`), entity, options),
    page,
    async list(entity, path, params, { limit, ...options }) {
      const size = Math.min(Math.max(limit, smallestPage), largestPage)
      const found: z.output<(typeof entity)['schema']>[] = []
      let query: string | null = queryOf({ ...params, limit: size })
      while (query !== null && found.length < limit) {
        const { items, next }: SnapPage<(typeof found)[number]> = await page(entity, path, query, options)
        found.push(...items)
        query = next
      }
      return { items: found.slice(0, limit), isWhole: query === null && found.length <= limit }
    },
    create: (entity, path, fields, options) =>
      callForOne(transport, creating(path, entity.kind, fields), entity, options),
    patch: (entity, id, patch, options) =>
      callForOne(
        transport,
        { method: 'PATCH', url: `${base}/${kinds[entity.kind]}/${id}`, body: { patch } },
        entity,
        options,
      ),
    async remove(path, options) {
      await transport.call({ method: 'DELETE', url: `${base}/${path}`, body: null }, options)
    },
    async upload(schema, path, { fields = {}, file = null }, options) {
      const request: Request = { method: 'POST', url: uploadAddress(base, path), body: { form: fields, file } }
      return check(schema, (await transport.call(request, options)).body, true)
    },
    scopes: () => transport.scopes(),
    renewedAt: () => transport.renewedAt(),
    until: (signal) => snapOver(transport.until(signal), base),
    close: () => transport.close(),
  }
}

/** Paths that the platform answers start at the root of its host, with a region in front. They are never another host's. */
function uploadAddress(base: string, path: string): string {
  const { origin } = new URL(base)
  const { pathname, search } = new URL(path.startsWith('/') ? path : `${base}/${path}`, origin)
  return `${origin}${pathname}${search}`
}

export function queryOf(params: Params): string {
  const given = Object.entries(params).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
