import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Context, Scope, ChangeDetails } from '../core/context.ts'
import type { Db } from '../db/connect.ts'
import type { ErrorCode, Issue } from '../errors.ts'
import type { Language } from '../languages/languages.ts'
import type { Services } from '../services.ts'
import type { SentPath } from './input/sent-paths.ts'
import type { Section } from './sections.ts'
import { asWholeList } from './whole-list.ts'

/** What an operation can cause. Guards, agents, the dashboard and the audit log go by it. */
export type Effect = 'reads' | 'changes' | 'spends' | 'destroys'

/** Which envelope an answer wears. */
export type Surface = 'v1' | 'upload' | 'older'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Where and how an operation is asked for over HTTP. */
interface Rest {
  method: Method
  path: string
  /** Other paths that answer the same. */
  alsoAt?: string[]
  /** Paths that answer the same and stand in no document. */
  unlistedAt?: string[]
  surface: Surface
  status: number
  /** Headers that bring a field of the input. */
  headers?: Record<string, string>
  /** Fields that stand in the query although there is a body. */
  inQuery?: string[]
  /** The largest body, where it is smaller than elsewhere. */
  maxBodyBytes?: number
  /** The body is a form with a file in it, handed on as a stream. */
  form?: true
  /** The button of a page of ours: it comes as the fields of a form, or as a form of parts, of which nothing is read. */
  press?: true
  /** Brings a file in: counted apart from other writes. */
  uploads?: true
  /** Where what was begun can be followed: the header Location of its answers. */
  follow?: (reply: Record<string, unknown>) => string
}

/** Where a call came from. */
export interface Origin {
  address: string | null
  browser: string | null
  /** Of the languages that pages of the service are in, the one that the browser wants most. */
  language: Language
  /** What the browser was told to remember of a sign-in under way. */
  cookies: Readonly<Record<string, string>>
  /** The token of a browser's session, where a page of ours made the call; null: there is none. */
  session: string | null
}

/** What a call brings besides its input. */
export interface Call extends Context {
  requestId: string
  /**
   * Commits this answer together with the work itself, so that a repeat with the same Idempotency-Key finds it even
   * when we die before we answer. Without such a key it does nothing. An OtherReply is kept with its status.
   */
  keepAnswer: (trx: Db, reply: object) => Promise<void>
  /**
   * Forms: says what came, before anything is made of it. Whoever repeats an Idempotency-Key gets the earlier answer for
   * the same content, and is refused for any other.
   */
  claimContent: (content: object) => Promise<void>
  /** Tells the audit log what was there before and after, where the handler knows it; what was asked for is in it anyway. */
  touched: (what: ChangeDetails) => void
  /** Where it came from, as far as the face can tell. */
  from: Origin
  /** Problems of fields that nobody reads, for those that read the input themselves; else there are none by now. */
  unread: Issue[]
  /** Where a problem of a documented field stands in what was sent, for those that tell problems in their answer. */
  sentPath: SentPath
  /** Forms: the files in them, one after the other. */
  files: (() => Promise<{ stream: Readable; filename: string | undefined } | null>) | null
}

/** A call that needs no key: nobody is behind it. */
type OpenCall = Pick<Call, 'signal' | 'now' | 'requestId' | 'from'>

/** An answer that is no JSON object: a file, a stream, a page. */
export class Answer {
  readonly status: number
  readonly body: string | Buffer | Readable
  readonly headers: Record<string, string>
  /** It goes on until somebody leaves: wherever it stops, nothing of it is missing. */
  readonly isEndless: boolean

  constructor(
    status: number,
    body: string | Buffer | Readable,
    headers: Record<string, string> = {},
    isEndless = false,
  ) {
    this.status = status
    this.body = body
    this.headers = headers
    this.isEndless = isEndless
  }
}

/** The reply of operations that answer with a file. */
export function fileReply(contentType: string) {
  return z.instanceof(Answer).meta({ contentType })
}

/** A reply under another status than the usual one, or one that a repeat must not get again: nothing was done. */
export class OtherReply<T extends object> {
  readonly status: number
  readonly value: T
  readonly headers: Record<string, string>

  constructor(status: number, value: T, headers: Record<string, string> = {}) {
    this.status = status
    this.value = value
    this.headers = headers
  }
}

/** What became of a call. */
export type Outcome = Answer | { status: number; value: object; replayed: boolean; headers?: Record<string, string> }

interface Words {
  /** Its name as a tool, as a function of clients and in the audit log. */
  name: string
  section: Section
  summary: string
  description?: string
  /** Failures that its callers should know of besides those that follow from its form. */
  failures?: ErrorCode[]
}

/** Everything there is to know about one operation. Its faces, the documents, the tools and the tests all read it. */
export interface Operation extends Words {
  rest: Rest
  /** null: open to everybody, no key needed. */
  scope: Scope | null
  effect: Effect | ((input: Record<string, unknown>) => Effect)
  /** What a key needs where a person needs less: what tells of people, for one. Absent: the same. */
  keyScope?: Scope
  /** For people who are signed in alone: keys get 403. The text says how the operator does it without the dashboard. */
  forPeople?: true | string
  /** Of those, for operators alone: everybody else gets 403. */
  forOperators?: true
  /** It is about the whole company: whoever works in some of its workspaces gets 403. */
  wholeCompany?: true
  input: z.ZodObject
  /** Brings a body in an older format into the documented one, before anything else looks at it. */
  prepare?: (body: unknown) => unknown
  /** With `prepare`: where a field of the documented form stands in the body as it came. */
  formOf?: (body: unknown, keys: string[]) => string[]
  /** The published interface has it: clients made for other services send what these know besides, which is let pass. */
  takesLeftovers?: true
  /** What is let pass nowhere, because it would cost money to overlook it: by its name, where it belongs. */
  belongsIn?: Record<string, string>
  /**
   * The handler reads the input itself, to name faults of form together with broken rules: it gets the object as it came,
   * every field under its documented name. The schema is for the documents.
   */
  readsInput?: true
  reply: z.ZodType
  /** What it answers under other statuses. */
  otherReplies: Record<number, z.ZodType>
  /** Types of files that it can answer with instead, when its caller asks for one. */
  files?: string[]
  /** The rows under `data` count for the company's quota of report rows. */
  reportRows?: true
  /** Agents are offered it as a tool. */
  tool?: true
  /** It is done also while a restored installation is held: how its people get in. */
  evenHeld?: true
  /** It passes the guards once, before it changes anything: there it ends when it is only planned. Nothing else is ever planned. */
  plannable?: true
  /** What a browser is shown instead of an error where what it sent cannot be read, by what stands in the path. */
  unread?: (deps: Services, path: Record<string, unknown>, from: Origin) => Answer
  /** An input that works for the demo company in the sandbox; of a form, where a file for it can be read. */
  example?: object
  handle(deps: Services, call: Call, input: Record<string, unknown>): Promise<object>
}

type Input = z.ZodObject | undefined
type Parsed<I extends Input> = I extends z.ZodObject ? z.output<I> : Record<never, never>
type Given<I extends Input> = I extends z.ZodObject ? z.input<I> : Record<never, never>
type Others = Record<number, z.ZodType> | undefined
type OtherOf<O extends Others> = O extends Record<number, z.ZodType> ? OtherReply<z.input<O[keyof O]> & object> : never

interface Definition<S extends Scope | null, I extends Input, R extends z.ZodType, O extends Others> extends Words {
  rest: Pick<Rest, 'method' | 'path'> & Partial<Rest>
  scope: S
  effect: Effect | ((input: Parsed<I>) => Effect)
  keyScope?: Scope
  forPeople?: true | string
  forOperators?: true
  wholeCompany?: true
  input?: I
  prepare?: (body: unknown) => unknown
  formOf?: (body: unknown, keys: string[]) => string[]
  takesLeftovers?: true
  belongsIn?: Record<string, string>
  readsInput?: true
  reply: R
  otherReplies?: O
  files?: string[]
  reportRows?: true
  tool?: true
  evenHeld?: true
  plannable?: true
  unread?: (deps: Services, path: Record<string, unknown>, from: Origin) => Answer
  example?: Given<I>
  handle(
    deps: Services,
    call: S extends null ? OpenCall : Call,
    input: Parsed<I>,
  ): Promise<z.input<R> | OtherReply<z.input<R> & object> | OtherOf<O> | Answer>
}

const forWholeCompany = 'For who works in the whole company (others get 403).'
const forOperatorsAlone = 'For operators: everybody else gets 403. `flightdeck operator add` makes somebody one.'
const forPeopleAlone = 'For people: keys get 403.'

export function operation<
  S extends Scope | null,
  R extends z.ZodType,
  I extends Input = undefined,
  O extends Others = undefined,
>(definition: Definition<S, I, R, O>): Operation {
  const { rest, input = z.object({}), otherReplies = {}, forPeople, forOperators, wholeCompany } = definition
  const notes = [forPeople && forPeopleAlone, forOperators && forOperatorsAlone, wholeCompany && forWholeCompany]
  const description = [definition.description, ...notes].filter(Boolean).join(' ')
  const list = rest.method === 'GET' && rest.surface !== 'older' ? asWholeList(definition.reply) : null
  // The types of one operation's input and reply matter to its own handler alone; the table treats all alike.
  return {
    ...definition,
    ...(description ? { description } : {}),
    rest: { surface: 'v1', status: 200, ...rest },
    input,
    otherReplies,
    ...(list ? { reply: list.reply, handle: wholly(definition as unknown as HandleOf, list.complete) } : {}),
  } as unknown as Operation
}

interface HandleOf {
  handle(...given: never[]): Promise<object>
}

function wholly(list: HandleOf, complete: (value: object) => object): HandleOf['handle'] {
  return async (...given) => {
    const value = await list.handle(...given)
    return value instanceof Answer || value instanceof OtherReply ? value : complete(value)
  }
}

/** What a call with this input can cause. */
export function effectOf({ effect }: Operation, input: Record<string, unknown>): Effect {
  return typeof effect === 'function' ? effect(input) : effect
}

/** Nothing is changed by it, here or on a platform: what is read for its caller ends when the caller hangs up. */
export function readsOnly({ effect }: Operation): boolean {
  return effect === 'reads'
}

export type InputLocation = 'path' | 'header' | 'query' | 'body'

/** The fields of the input that stand in one place of a request. */
export function fieldsAt(operation: Operation, place: InputLocation): string[] {
  return Object.keys(operation.input.shape).filter((field) => placeOf(operation, field) === place)
}

function placeOf({ rest }: Operation, field: string): InputLocation {
  if (rest.path.includes(`{${field}}`) || (field === '*' && rest.path.endsWith('/...'))) return 'path'
  if (Object.values(rest.headers ?? {}).includes(field)) return 'header'
  if (rest.inQuery?.includes(field)) return 'query'
  return rest.method === 'GET' || rest.method === 'DELETE' ? 'query' : 'body'
}
