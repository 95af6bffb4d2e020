/** Where in a trace something happens, as W3C's headers tell it. */
export interface TraceContext {
  traceparent: string
  tracestate: string | null
}

export type Attributes = Record<string, string | number | boolean>

export interface SpanStart {
  name: string
  kind?: 'server' | 'client' | 'consumer'
  /** Never names, addresses or anything that opens something. */
  attributes?: Attributes
  /** Absent: whatever is being done now. null: nothing is known before it. */
  parent?: TraceContext | null
}

export interface OpenSpan {
  /** What is begun in it belongs to it. */
  within<T>(work: () => T): T
  set(attributes: Attributes): void
  /** What it is called, where that is known only later. */
  rename(name: string): void
  end(error?: unknown): void
}

/** Tells a collector what is done, as part of what. What really does is loaded only where there is one (otel.ts). */
export interface Tracing {
  isOn: boolean
  begin(start: SpanStart): OpenSpan
  /** Of what is being done now; null: nothing that is traced. */
  current(): TraceContext | null
  close(): Promise<void>
}

export const noSpan: OpenSpan = {
  within: (work) => work(),
  set: () => undefined,
  rename: () => undefined,
  end: () => undefined,
}

export const noTracing: Tracing = {
  isOn: false,
  begin: () => noSpan,
  current: () => null,
  close: async () => undefined,
}

/** Does the work as a span, which ends with it. */
export async function inSpan<T>(tracing: Tracing, start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  if (!tracing.isOn) return work(noSpan)
  const span = tracing.begin(start)
  try {
    const value = await span.within(() => work(span))
    span.end()
    return value
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** What somebody else's headers, or what an agent's request says of itself, tell; null: nothing that can be read. */
export function traceIn(carrier: unknown): TraceContext | null {
  const { traceparent, tracestate } = (carrier ?? {}) as Record<string, unknown>
  if (typeof traceparent !== 'string' || !/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)) return null
  const isState = typeof tracestate === 'string' && tracestate.length <= maxStateLength && /^[ -~]+$/.test(tracestate)
  return { traceparent, tracestate: isState ? tracestate : null }
}

/** As long as W3C wants it to be passed on. */
const maxStateLength = 512

export function traceHeaders(context: TraceContext | null): Record<string, string> {
  if (!context) return {}
  const { traceparent, tracestate } = context
  return { traceparent, ...(tracestate ? { tracestate } : {}) }
}
