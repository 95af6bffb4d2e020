import type { Operation } from '../../call/operation.ts'
import type { JsonSchema } from '../../http/docs/schema.ts'
import type { Caller, Scope } from '../../core/context.ts'
import type { TraceContext } from '../../trace/tracing.ts'

/** How far something is that takes a while. */
interface Progress {
  done: number
  total: number
  message: string
}

/** Who asks, and until when somebody waits. */
export interface Asking {
  caller: Caller
  requestId: string
  signal: () => AbortSignal
  /** The request is so large that others have their turn between two looks at it. */
  isLarge?: boolean
  /** What is said of writes after a restore. */
  afterRestore: string | null
  /** Where in a trace the agent is; null: it did not say. */
  trace?: TraceContext | null
  /** Called with the operation that the tool turns out to be about. */
  onOperation?: (operation: Operation) => void
  /** Tells whoever waits how far it is, where they asked to be told. */
  onProgress?: (progress: Progress) => void
  /** Called with what was given and nobody reads. */
  onIgnored?: (fields: string[]) => void
}

/** What clients may tell people about a tool before it is used. */
export interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** What a tool answers: short, with what to do next. */
export interface ToolAnswer {
  value: object
  /** What usually follows. */
  next?: string
  /** Where the same can be read by other means. */
  link?: string
  /** What was given and nobody reads. */
  ignored?: string[]
  /** Nobody but us wrote any of it. */
  isOurs?: true
}

/** Something that an agent can do. */
export interface Tool {
  name: string
  title: string
  description: string
  /** With any of these it is shown. */
  scopes: readonly Scope[]
  /** The same for what it is called with, where that decides; absent: always these. */
  scopesFor?(given: Record<string, unknown>): readonly Scope[]
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: Annotations
  /** Shown as a card, where the host shows one. */
  card?: true
  /** What a person looks at before it is done, where their client shows it; null: nothing, it is done at once. */
  shows?: (asking: Asking, given: Record<string, unknown>) => Promise<string | null>
  run(asking: Asking, given: Record<string, unknown>): Promise<ToolAnswer>
  /** An input that shows the form of what was meant by what was given; undefined: there is none. */
  example(given: Record<string, unknown>): object | undefined
}

export const readsOnlyHints: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

/** Every scope includes reading; admin includes everything. */
export function isShown({ scopes }: Pick<Tool, 'scopes'>, { caller }: Pick<Asking, 'caller'>): boolean {
  const { actor } = caller
  // An assistant sees what its person could let it do: calling it is how it asks for that.
  const has = actor.kind === 'agent' && actor.assistant ? actor.assistant.couldHave : actor.scopes
  return has.includes('admin') || scopes.some((scope) => scope === 'read' || has.includes(scope))
}
