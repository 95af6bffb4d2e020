import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { createHourly } from '../async/hourly.ts'
import type { TracesConfig } from '../config/traces.ts'
import { createJsonWords } from '../json-text.ts'
import { createIds, envelopeAround, isInShare, nowMicros, spanJson } from './otlp.ts'
import type { EndedSpan } from './otlp.ts'
import { openOutlet } from './outlet.ts'
import { noSpan } from './tracing.ts'
import type { OpenSpan, SpanStart, TraceContext, Tracing } from './tracing.ts'

interface TracedProcess {
  role: string
  version: string
  log: Logger
}

/** Where in a trace something is. */
interface Position {
  traceId: string
  spanId: string
  isSent: boolean
  isRemote: boolean
  state: string | null
}

/**
 * Spans as OpenTelemetry's protocol has them, written by us (otlp.ts): its SDK costs three times as much, for much that is not needed
 * here. A test holds both beside each other.
 */
export function openTracing(config: TracesConfig, { role, version, log }: TracedProcess): Tracing {
  const failures = createHourly<{ why: string }>(({ why }, { times }) =>
    log.warn({ why, times }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  const { endpoint, headers, serviceName, ratio } = config
  const resource = { 'service.name': serviceName, 'service.version': version, 'flightdeck.role': role }
  const outlet = openOutlet(
    { url: `${endpoint}/v1/traces`, headers, ...envelopeAround(resource, { name: 'flightdeck', version }) },
    (why) => failures.note({ why }, 0),
  )
  const here = new AsyncLocalStorage<Position>()
  const idOf = createIds()
  const word = createJsonWords()

  function begin({ name: firstName, kind, attributes = {}, parent }: SpanStart): OpenSpan {
    const above = parent === undefined ? here.getStore() : positionIn(parent)
    const position = above ? below(above, idOf(8)) : first(idOf(16), idOf(8), ratio)
    const within = <T>(work: () => T): T => here.run(position, work)
    if (!position.isSent) return { ...noSpan, within }
    const startMicros = nowMicros()
    const all = { ...attributes }
    let name = firstName
    let isOpen = true
    return {
      within,
      set: (more) => void Object.assign(all, more),
      rename: (better) => (name = better),
      end(error) {
        if (!isOpen) return
        isOpen = false
        // What it says may name somebody.
        if (error !== undefined) all['error.type'] = error instanceof Error ? error.name : 'unknown'
        const ended = { name, kind, attributes: all, hasFailed: error !== undefined, startMicros }
        outlet.add(spanJson(spanAt(position, above, ended), word))
      },
    }
  }

  return {
    isOn: true,
    begin,
    current() {
      const position = here.getStore()
      if (!position) return null
      const { traceId, spanId, isSent, state } = position
      return { traceparent: `00-${traceId}-${spanId}-${isSent ? '01' : '00'}`, tracestate: state }
    },
    async close() {
      await outlet.close()
      await failures.close()
    },
  }
}

type Ended = Pick<EndedSpan, 'name' | 'kind' | 'attributes' | 'hasFailed' | 'startMicros'>

/** Field by field: put together from parts, it takes twice as long. */
function spanAt({ traceId, spanId, state }: Position, above: Position | undefined, ended: Ended): EndedSpan {
  return {
    traceId,
    spanId,
    parentSpanId: above?.spanId,
    isBelowRemote: above?.isRemote ?? false,
    state,
    name: ended.name,
    kind: ended.kind,
    attributes: ended.attributes,
    hasFailed: ended.hasFailed,
    startMicros: ended.startMicros,
    endMicros: nowMicros(),
  }
}

function below({ traceId, isSent, state }: Position, spanId: string): Position {
  return { traceId, spanId, isSent, isRemote: false, state }
}

function first(traceId: string, spanId: string, ratio: number): Position {
  return { traceId, spanId, isSent: isInShare(traceId, ratio), isRemote: false, state: null }
}

/** Undefined: it is known of nothing before it. */
function positionIn(parent: TraceContext | null): Position | undefined {
  if (!parent) return undefined
  const [, traceId = '', spanId = '', flags = ''] = parent.traceparent.split('-')
  if (isNone(traceId) || isNone(spanId)) return undefined
  const isSent = (Number.parseInt(flags, 16) & 1) === 1
  return { traceId, spanId, isSent, isRemote: true, state: parent.tracestate }
}

const isNone = (id: string) => /^0*$/.test(id)
