import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Caller, Scope } from '../core/caller.ts'
import type { Services } from '../services.ts'

/** Which envelope an answer wears. */
export type Surface = 'v1' | 'upload' | 'older'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

type Shape = z.ZodObject | undefined
type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : undefined

export interface Call<P extends Shape, Q extends Shape, B extends Shape, C> {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  caller: C
  services: Services
  requestId: string
  /** The same for a repeat with the same Idempotency-Key, otherwise unique: names the writes this call makes. */
  operationKey: string
  /** Ends when the caller hangs up. */
  readonly signal: AbortSignal
  headers: Record<string, string | string[] | undefined>
  /** Multipart bodies: the raw stream, for endpoints that asked for it. */
  files: (() => Promise<{ stream: Readable; filename: string | undefined } | null>) | null
  /**
   * Commits this answer together with the work itself, so that a repeat with the same Idempotency-Key finds it even
   * when we die before we answer. Without such a header it does nothing.
   */
  keepAnswer: (trx: Services['db'], answer: object) => Promise<void>
  /**
   * Multipart bodies: says what came, before anything is made of it. Whoever repeats an Idempotency-Key gets the earlier
   * answer for the same content, and is refused for any other.
   */
  claimContent: (content: object) => Promise<void>
}

/** An answer that is not simply 200 (or the endpoint's own status) with a JSON object. */
export class Answer {
  readonly status: number
  readonly body: object | string | Buffer | Readable
  readonly headers: Record<string, string>

  constructor(status: number, body: object | string | Buffer | Readable, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Everything there is to know about one operation. The router, the documents, the tools and the tests all read it. */
export interface Endpoint {
  method: Method
  path: string
  /** Other paths that answer the same. */
  alsoAt?: string[]
  /** Paths that answer the same and stand in no document. */
  unlistedAt?: string[]
  section: string
  summary: string
  description?: string
  /** null: open to everybody, no key needed. */
  scope: Scope | null
  surface: Surface
  status: number
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Brings a body in an older format into the documented one, before anything else looks at it. */
  prepare?: (body: unknown) => unknown
  /**
   * The handler reads the body itself, to name faults of form together with broken rules: it gets the object as it came,
   * every field under its documented name. The schema is for the documents.
   */
  readsBody?: true
  /** Nothing is changed by it, here or on a platform: what is read for its caller ends when the caller hangs up. */
  readsOnly: boolean
  /** Brings a file in: counted apart from other writes. */
  uploads?: true
  /** 'multipart' bodies are handed on as a stream. */
  bodyKind: 'json' | 'multipart'
  reply: z.ZodType
  /** What the answer is when it is not JSON. */
  replyType?: string
  /** Its name as a tool for agents. */
  tool?: string
  /** Where what was begun can be followed: the header Location of its answers. */
  follow?: (reply: Record<string, unknown>) => string
  /** The example bodies that the documents show. */
  example?: object
  handle(call: Call<z.ZodObject, z.ZodObject, z.ZodObject, Caller | null>): Promise<object>
}

interface Definition<P extends Shape, Q extends Shape, B extends Shape, S extends Scope | null> extends Omit<
  Endpoint,
  'surface' | 'status' | 'bodyKind' | 'readsOnly' | 'params' | 'query' | 'body' | 'scope' | 'handle'
> {
  surface?: Surface
  status?: number
  bodyKind?: 'json' | 'multipart'
  /** Left out: true for GET, and for whatever a key may do that may only read. */
  readsOnly?: boolean
  params?: P
  query?: Q
  body?: B
  scope: S
  handle(call: Call<P, Q, B, S extends null ? null : Caller>): Promise<object>
}

export function defineEndpoint<
  S extends Scope | null,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(definition: Definition<P, Q, B, S>): Endpoint {
  // The types of one endpoint's inputs matter to its own handler alone; the table treats all endpoints alike.
  const readsOnly = definition.method === 'GET' || definition.scope === 'read'
  return { surface: 'v1', status: 200, bodyKind: 'json', readsOnly, ...definition } as unknown as Endpoint
}
