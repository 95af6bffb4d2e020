import { z } from 'zod'
import type { Caller as NewCaller, Scope } from '../core/context.ts'
import type { Services } from '../services.ts'
import { Answer, fileReply, OtherReply } from './operation.ts'
import type { Call as NewCall, Effect, Method, Operation, Surface } from './operation.ts'

export { Answer, OtherReply }
export type { Method, Operation as Endpoint, Surface }

/** On its way out: operations in the form they had while they were HTTP endpoints. */
type Shape = z.ZodObject | undefined
type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : undefined

export interface OldCaller extends NewCaller {
  companyId: number
  companySlug: string
  keyId: number
  keyName: string
  userId: number | null
  scopes: readonly Scope[]
}

export interface Call<P extends Shape, Q extends Shape, B extends Shape, C>
  extends Omit<NewCall, 'company' | 'actor'>, NewCaller {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  caller: C
  services: Services
  headers: Record<string, string | string[] | undefined>
}

interface Definition<P extends Shape, Q extends Shape, B extends Shape, S extends Scope | null> {
  method: Method
  path: string
  alsoAt?: string[]
  section: string
  summary: string
  description?: string
  scope: S
  surface?: Surface
  status?: number
  bodyKind?: 'multipart'
  readsOnly?: boolean
  uploads?: true
  params?: P
  query?: Q
  body?: B
  prepare?: (body: unknown) => unknown
  readsBody?: true
  reply: z.ZodType
  replyType?: string
  tool?: string
  follow?: (reply: Record<string, unknown>) => string
  example?: object
  handle(call: Call<P, Q, B, S extends null ? null : OldCaller>): Promise<object>
}

const conditional = [
  'if-none-match',
  'if-match',
  'if-range',
  'if-modified-since',
  'if-unmodified-since',
  'range',
  'last-event-id',
]

export function defineEndpoint<
  S extends Scope | null,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(definition: Definition<P, Q, B, S>): Operation & { old: true } {
  const { method, path, alsoAt, surface = 'v1', status = 200, bodyKind, uploads, follow } = definition
  const reads = definition.readsOnly ?? (method === 'GET' || definition.scope === 'read')
  const effect: Effect = reads ? 'reads' : method === 'DELETE' ? 'destroys' : 'changes'
  const own = (definition.body ?? definition.query) as z.ZodObject | undefined
  const params = definition.params as z.ZodObject | undefined
  const isFile = definition.replyType !== undefined
  const headers = isFile ? Object.fromEntries(conditional.map((name) => [name, `header:${name}`])) : undefined
  const input = (own ?? z.object({})).safeExtend({
    ...params?.shape,
    ...Object.fromEntries(Object.values(headers ?? {}).map((field) => [field, z.string().optional()])),
  })
  const pick = (shape: Shape, from: Record<string, unknown>) =>
    shape
      ? Object.fromEntries(
          Object.keys(shape.shape)
            .map((field) => [field, from[field]])
            .filter(([, value]) => value !== undefined),
        )
      : undefined
  return {
    old: true,
    name: definition.tool ?? nameOf(method, path),
    section: definition.section,
    summary: definition.summary,
    description: definition.description,
    rest: { method, path, alsoAt, surface, status, form: bodyKind && true, uploads, follow, headers },
    scope: definition.scope,
    effect,
    input,
    prepare: definition.prepare,
    readsInput: definition.readsBody,
    reply: isFile ? fileReply(definition.replyType!) : definition.reply,
    otherReplies: {},
    tool: definition.tool ? true : undefined,
    example: definition.example,
    handle: (deps, call, given) => {
      const { actor, company } = call
      const caller = actor && {
        company,
        actor,
        companyId: company.id,
        companySlug: company.slug,
        keyId: actor.kind === 'key' ? actor.id : 0,
        keyName: actor.name,
        userId: actor.kind === 'key' ? actor.userId : null,
        scopes: actor.scopes,
      }
      const headersGiven = Object.fromEntries(conditional.map((name) => [name, given[`header:${name}`]]))
      return definition.handle(
        Object.defineProperties(
          {
            params: pick(params, given),
            query: definition.query && pick(definition.query, given),
            body: definition.readsBody ? given : definition.body && pick(definition.body, given),
            caller: caller ?? null,
            services: deps,
            headers: headersGiven,
          },
          Object.getOwnPropertyDescriptors(call),
        ) as never,
      )
    },
  }
}

function nameOf(method: Method, path: string): string {
  const words = path
    .replace(/^\/v1(?=\/)/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return [method.toLowerCase(), ...words].join('_').toLowerCase()
}
