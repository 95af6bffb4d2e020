import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { planningKey } from '../core/context.ts'
import type { Approved, RequestedCall, Caller, PlannedAs } from '../core/context.ts'
import { requireOperator } from '../core/people/companies/operators.ts'
import { requireWholeCompany } from '../core/reach.ts'
import { takeReportRows } from '../core/quotas/use.ts'
import { heldBack, isHeld, requireNew } from '../core/restored.ts'
import type { Restored } from '../core/restored.ts'
import { AppError, atPaths } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { required } from '../lookup.ts'
import type { Services } from '../services.ts'
import type { TraceContext } from '../trace/tracing.ts'
import { checkReply } from './check-reply.ts'
import { checkIdempotencyKey } from './idempotency.ts'
import { sentPaths } from './input/sent-paths.ts'
import type { SentPath } from './input/sent-paths.ts'
import { misspelt, namedIn, unreadFields } from './input/unread.ts'
import { createClaim, noClaim, Replay } from './late-claim.ts'
import type { LateClaim } from './late-claim.ts'
import { beginTrail, noTrail } from './audit-trail.ts'
import type { AuditTrail } from './audit-trail.ts'
import { Answer, effectOf, OtherReply, readsOnly } from './operation.ts'
import type { Call, Operation, Origin, Outcome } from './operation.ts'
import { parseInput } from './input/parse.ts'
import { count } from './counted.ts'
import { rateClassOf } from './rate-limit.ts'
import type { RateDecision, RateLimiter } from './rate-limit.ts'
import { requirePerson, requireScope, scopeFor } from './scopes.ts'

/**
 * The one way of every call, whichever face it came in by:
 * the face authenticates -> admit: limit, scope -> the face reads the body -> perform: idempotency, parse, handle, audit, reply.
 */
export interface CallDeps {
  services: Services
  rateLimiter: RateLimiter
}

/** Before the body is read: a call too many, or one that its caller may not make, is not worth receiving. */
export async function admit(
  callDeps: CallDeps,
  operation: Operation,
  caller: Caller,
  onDecision: (decision: RateDecision) => void,
): Promise<void> {
  await count(callDeps, caller, rateClassOf(operation.rest.method, operation.rest.uploads), onDecision)
  if (operation.forPeople) requirePerson(caller.actor, operation.forPeople)
  const scope = scopeFor(caller.actor, operation)
  if (scope !== null) requireScope(caller.actor, scope)
  if (operation.forOperators) await requireOperator(callDeps.services.db, caller.actor)
  if (operation.wholeCompany) requireWholeCompany(caller.company)
}

/** One call, as a face hands it on. */
export interface CallRequest {
  /** null: the operation is open, and nobody was asked who they are. */
  caller: Caller | null
  requestId: string
  idempotencyKey: string | undefined
  /** Where it was asked for: with the content, what a repeat is recognised by. */
  path: string
  /** What came in, as it came. */
  content: unknown
  /** There is so much of it that others have their turn between two looks at it. */
  isLarge?: boolean
  input: () => Record<string, unknown>
  /** Ends when the caller is gone. Looked at only by those who wait long. */
  signal: () => AbortSignal
  files: Call['files']
  /** Absent: it came from within. */
  from?: Origin
  /** Where in a trace it is done; absent: nothing is traced. */
  trace?: TraceContext | null
  /** What its caller says of a write after a restore (core/restored.ts); absent: it came from within. */
  afterRestore?: string | null
  /** What a person has approved of it; absent: nobody was asked. */
  approval?: Approved
  /** It is only planned: nothing is kept of it, and it ends with a WritePreview. */
  planning?: true
  /** What it was planned as; absent: it was not. */
  planned?: PlannedAs
  /** Called with what was sent and nobody reads, also where the call is refused afterwards. */
  onIgnored?: (fields: string[]) => void
  /** Called where the operation can change something, and as it is asked for does not. */
  onRehearsal?: () => Promise<void>
}

export async function perform(
  { services }: Pick<CallDeps, 'services'>,
  operation: Operation,
  asked: CallRequest,
): Promise<Outcome> {
  requireKnownSchema(services, operation, asked)
  if (isHeld(services.restored)) requireHarmless(services.restored, operation, asked)
  const claim = claimFor(services, operation, asked)
  let sentPath: SentPath = (path) => path
  try {
    const raw = asked.input()
    sentPath = pathsOf(operation, asked, raw)
    if (typeof operation.effect === 'function' && effectOf(operation, raw) === 'reads') await asked.onRehearsal?.()
    await othersTurn(asked)
    const unread = reportUnread(operation, asked, raw)
    await othersTurn(asked)
    // What a form holds is known only when it has been read.
    if (!operation.rest.form) await claim.take(asked.content)
    // What the backup knows has been answered by now.
    if (asked.afterRestore !== undefined && !asked.planning && effectOf(operation, raw) === 'spends')
      requireNew(services.restored, asked.afterRestore)
    const outcome = await run(services, operation, { ...asked, input: () => raw, unread, sentPath }, claim)
    if (services.config.checkReplies) checkReply(operation, outcome)
    return outcome
  } catch (error) {
    // Nothing was done that a repeat would do twice, so the key may be used again; but what waits for a person is done under it.
    const waits = error instanceof AppError && error.code === 'approval_required'
    await (waits ? claim.leave() : claim.release()).catch(() => undefined)
    if (!(error instanceof Replay)) throw error instanceof AppError ? atPaths(error, sentPath) : error
    return { status: error.status, value: error.answer, replayed: true }
  }
}

/** What another version has made of the tables, this one does not know: it takes no more work. */
function requireKnownSchema({ schema, version }: Services, operation: Operation, { caller }: CallRequest): void {
  const newer = schema.newer()
  // Whoever looks after it asks how it is.
  if (!newer || (caller === null && readsOnly(operation))) return
  const text =
    `The database was brought up to date by a newer Flightdeck (${newer.migrations.join(', ')}); this process, ${version}, takes no more work. ` +
    'Send it to a process of the newer version, and stop this one.'
  throw new AppError('service_unavailable', text, { version, migrations: newer.migrations })
}

/** Nobody has anything done while it is held; people look. */
function requireHarmless(restored: Restored, operation: Operation, { caller }: CallRequest): void {
  const isPerson = caller === null || caller.actor.kind === 'user'
  if (!operation.evenHeld && !(isPerson && readsOnly(operation))) throw heldBack(restored)
}

interface ReadCall extends CallRequest {
  /** Problems of what nobody reads. */
  unread: Issue[]
  sentPath: SentPath
}

/** The body as it came, where it was brought into another form; else whatever came. */
function pathsOf({ formOf }: Operation, { content }: CallRequest, raw: Record<string, unknown>): SentPath {
  return formOf ? sentPaths(content, formOf) : sentPaths(raw)
}

async function run(services: Services, operation: Operation, asked: ReadCall, claim: LateClaim): Promise<Outcome> {
  const { status } = operation.rest
  const input = parseInput(operation, asked.input(), asked.unread)
  await othersTurn(asked)
  // For whom nobody is known, no platform is asked.
  const deps = asked.caller && readsOnly(operation) ? endingWith(services, asked.signal) : services
  const trail = trailOf(services, operation, asked, input)
  const value = await handled(trail, () =>
    operation.handle(deps, callOf(operation, { ...asked, trace: traceOf(services, operation) }, claim, trail), input),
  )
  // Who may do what is what people alone change: this process has heard of it before anybody is told.
  if (operation.forPeople && !readsOnly(operation)) await services.listener.caughtUp()
  if (operation.reportRows && asked.caller) await takeReportRows(services.db, asked.caller.company.id, rowsIn(value))
  if (value instanceof Answer || value instanceof OtherReply) {
    await claim.release()
    if (value instanceof Answer) return value
    return { status: value.status, value: value.value as object, replayed: false, headers: value.headers }
  }
  await claim.keep(status, value)
  return { status, value, replayed: false }
}

/** Only what goes on after the answer is told where it began. */
function traceOf({ tracing }: Services, operation: Operation): TraceContext | null {
  return readsOnly(operation) ? null : tracing.current()
}

/** Of a file nobody can tell before it is written: whoever makes one counts its rows. */
function rowsIn(value: object): number {
  const { data } = value as { data?: unknown }
  return Array.isArray(data) ? data.length : 0
}

async function othersTurn({ isLarge }: CallRequest): Promise<void> {
  if (isLarge) await setImmediate()
}

/** Before anything else looks at them: there may be too many. Answers those that are problems of the request. */
function reportUnread(operation: Operation, asked: CallRequest, raw: Record<string, unknown>): Issue[] {
  // What stands in a form comes later, with its file.
  if (operation.rest.form) return []
  const unread = unreadFields(operation.input, raw)
  if (unread.length > 0) asked.onIgnored?.(namedIn(unread))
  // What was approved or planned was looked at then.
  return asked.approval || asked.planned ? [] : misspelt(operation, unread)
}

/** Whatever changes something leaves its trace, whichever way it ends. */
function trailOf(
  services: Services,
  operation: Operation,
  { caller, requestId, planning }: CallRequest,
  input: Record<string, unknown>,
): AuditTrail {
  if (!caller || planning || effectOf(operation, input) === 'reads') return noTrail
  return beginTrail(services, { operation, caller, requestId, input })
}

async function handled(trail: AuditTrail, handle: () => Promise<object>): Promise<object> {
  const value = await handle().catch(async (error: unknown) => {
    await trail.ended(error)
    throw error
  })
  await trail.done(value instanceof Answer ? null : value instanceof OtherReply ? (value.value as object) : value)
  return value
}

function callOf(operation: Operation, asked: ReadCall, claim: LateClaim, trail: AuditTrail): Call {
  // Open operations have a type of their own that knows of no caller.
  const { company, actor } = asked.caller ?? ({} as Caller)
  return {
    company,
    actor,
    requestId: asked.requestId,
    trace: asked.trace,
    operationKey: asked.planning
      ? planningKey(operation.rest.path, randomUUID())
      : operationKeyOf(operation, asked.idempotencyKey),
    get signal() {
      return asked.signal()
    },
    now: new Date(),
    asked: requestedCall(operation, asked),
    approval: asked.approval,
    from: asked.from ?? { address: null, browser: null, language: 'en', cookies: {}, session: null },
    planning: asked.planning,
    planned: asked.planned,
    files: asked.files,
    unread: asked.unread,
    sentPath: asked.sentPath,
    async keepAnswer(trx, reply) {
      const [status, value] =
        reply instanceof OtherReply ? [reply.status, reply.value as object] : [operation.rest.status, reply]
      await claim.keepWith(trx, status, value)
      await trail.doneWith(trx, value)
    },
    touched: (what) => trail.touched(what),
    claimContent: (content) => claim.take(content),
  }
}

function requestedCall({ name }: Operation, { input, idempotencyKey: key, path, content }: CallRequest): RequestedCall {
  return { operation: name, input: input(), repeat: key === undefined ? null : { key, path, content } }
}

/** Names the writes that a call makes. */
export function operationKeyOf({ rest }: Operation, idempotencyKey: string | undefined): string {
  if (rest.method === 'GET') return ''
  return `${rest.path} ${idempotencyKey === undefined ? randomUUID() : `key ${idempotencyKey}`}`
}

function claimFor({ db, config }: Services, { rest }: Operation, asked: CallRequest): LateClaim {
  const { caller, idempotencyKey: key, path } = asked
  if (rest.method === 'GET' || key === undefined || !caller || asked.planning) return noClaim
  const keptHours = required(config.retention.keys, 'time that keys are kept')
  return createClaim(db, {
    company: caller.company,
    method: rest.method,
    path,
    key: checkIdempotencyKey(key),
    keptHours,
  })
}

/** What is read through these ends when the caller hangs up. */
function endingWith(services: Services, signal: () => AbortSignal): Services {
  return { ...services, connections: services.connections.until(signal) }
}
