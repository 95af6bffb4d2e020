import type { TraceContext } from '../trace/tracing.ts'
import type { Role } from '../db/tables/people.ts'
import type { CompanyRef } from './company-ref.ts'

export const scopes = ['read', 'launch', 'manage', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** What a key does with a write that spends: it acts, or a person is asked first. */
export const keySpends = ['act', 'ask'] as const
export type KeySpends = (typeof keySpends)[number]

/** Of a key, or of an assistant with one; absent: it acts. */
interface MayAsk {
  spends?: KeySpends
}

/** An assistant that somebody connected by consent. */
interface ByConsent {
  grantId: number
  /** What its person could let it do, by a new consent. */
  couldHave: readonly Scope[]
}

/** Who does something, whichever way they came in. */
export type Actor =
  | ({ kind: 'key'; id: number; name: string; userId: number | null; scopes: readonly Scope[] } & MayAsk)
  | { kind: 'user'; id: number; name: string; sessionId: number; role: Role; scopes: readonly Scope[] }
  | ({
      kind: 'agent'
      keyId: number
      name: string
      userId?: number | null
      scopes: readonly Scope[]
      /** Absent: it came with an API key. */
      assistant?: ByConsent
    } & MayAsk)
  | { kind: 'automation'; id: number; name: string; scopes: readonly Scope[] }
  | { kind: 'system'; name: string; scopes: readonly Scope[] }

/** Somebody within a company: what it takes to be let in. */
export interface Caller {
  company: CompanyRef
  actor: Actor
}

/** What was asked for, so that it can be done later: when a person has approved it. */
export interface RequestedCall {
  /** The operation's name. */
  operation: string
  /** The whole input, as it came. */
  input: Record<string, unknown>
  /** By what a repeat of the call is recognised; null: by nothing. */
  repeat: { key: string; path: string; content: unknown } | null
}

/** What a person has approved. */
export interface Approved {
  approvalId: number
  /** Of what was approved, and of what it depended on. */
  digest: string
  /** The write is one of several that were approved as a whole: whoever makes them has held the whole against the digest. */
  isPart?: true
}

/** What is known of a change beyond what was asked for. */
export interface ChangeDetails {
  targets?: string[]
  before?: unknown
  after?: unknown
}

/** What a call was planned as: it is done only while it still is that. */
export interface PlannedAs {
  planId: number
  /** Of what was planned, and of what it depended on. */
  digest: string
  /** What the digest is of, to tell what is different now; null: it was too large to keep. */
  meaning: object | null
}

/** Names no write that is ever made: what would be done under it is only foreseen. */
const planningMark = ' planning '

export function planningKey(path: string, id: string): string {
  return `${path}${planningMark}${id}`
}

export function isPlanningKey(key: string): boolean {
  return key.includes(planningMark)
}

/** For whom, by whom and until when something is done. */
export interface Context extends Caller {
  /** The same for a repeat with the same Idempotency-Key, otherwise unique: names the writes that are made. */
  readonly operationKey: string
  /** Ends when nobody waits for it any more. */
  readonly signal: AbortSignal
  /** When it was asked for. */
  readonly now: Date
  /** What its call is known by. Absent: it came from within. */
  readonly requestId?: string
  /** Where in a trace it is. Absent: nothing is traced. */
  readonly trace?: TraceContext | null
  /** Absent: it cannot wait for a person. */
  readonly asked?: RequestedCall
  /** Absent: nobody was asked. */
  readonly approval?: Approved
  /** Tells the audit log what was there before and is there after. Absent: somebody else writes it down. */
  readonly touched?: (what: ChangeDetails) => void
  /** It is only planned: what it would do is thrown, as a WritePreview, where it would begin. */
  readonly planning?: true
  /** Absent: it was not planned. */
  readonly planned?: PlannedAs
}

/** The person behind an actor; null: none is known. */
export function userIdOf(actor: Actor): number | null {
  if (actor.kind === 'user') return actor.id
  return actor.kind === 'key' || actor.kind === 'agent' ? (actor.userId ?? null) : null
}

/** Whether a person is asked before this actor spends. */
export function asksFirst(actor: Actor): boolean {
  return (actor.kind === 'key' || actor.kind === 'agent') && actor.spends === 'ask'
}

/** Whether they may say yes to what waits for a person. */
export function mayApprove({ kind, scopes: granted }: Actor): boolean {
  return kind === 'user' && granted.includes('admin')
}

/** The key behind an actor; null where there is none. */
export function keyIdOf(actor: Actor): number | null {
  if (actor.kind === 'key') return actor.id
  return actor.kind === 'agent' ? actor.keyId : null
}
