import { AsyncLocalStorage } from 'node:async_hooks'
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import pTimeout from 'p-timeout'
import type { Logger } from 'pino'
import { createHourly } from '../async/hourly.ts'
import type { TracesConfig } from '../config/traces.ts'
import { traceHeaders } from './tracing.ts'
import type { OpenSpan, SpanStart, TraceContext, Tracing } from './tracing.ts'

/** Beyond so many that wait to be sent, spans are left out: a collector that is gone costs no more than this. */
const maxWaiting = 4_096
const sendEveryMs = 1_000
/** A collector that says nothing for so long has not got them. */
const sendWithinMs = 5_000
/** How long what is left may take to be sent when we stop. */
const closeWithinMs = 1_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

interface TracedProcess {
  role: string
  version: string
  log: Logger
}

export function openTracing(config: TracesConfig, { role, version, log }: TracedProcess): Tracing {
  const failures = createHourly<{ why: string }>(({ why }, { times }) =>
    log.warn({ why, times }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...{ 'service.name': config.serviceName, 'service.version': version, 'flightdeck.role': role },
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: heard(exporterFor(config), (why) => failures.note({ why }, 0)),
        maxQueueSize: maxWaiting,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendWithinMs,
      }),
    ],
  })
  const tracer = provider.getTracer('flightdeck', version)
  const here = new AsyncLocalStorage<Context>()
  const propagator = new W3CTraceContextPropagator()

  function begin({ name, kind, attributes, parent }: SpanStart): OpenSpan {
    const above = parent === undefined ? (here.getStore() ?? ROOT_CONTEXT) : contextFrom(propagator, parent)
    const span = tracer.startSpan(name, { ...(kind ? { kind: kinds[kind] } : {}), attributes }, above)
    const inside = trace.setSpan(above, span)
    return {
      within: (work) => here.run(inside, work),
      set: (more) => void span.setAttributes(more),
      end(error) {
        if (error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          // What it says may name somebody.
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        }
        span.end()
      },
    }
  }

  return {
    isOn: true,
    begin,
    current() {
      const fields: Record<string, string> = {}
      propagator.inject(here.getStore() ?? ROOT_CONTEXT, fields, defaultTextMapSetter)
      return fields.traceparent ? { traceparent: fields.traceparent, tracestate: fields.tracestate ?? null } : null
    },
    async close() {
      const closed = provider.shutdown().catch(() => undefined)
      await pTimeout(closed, { milliseconds: closeWithinMs, fallback: () => undefined })
      await failures.close()
    },
  }
}

function contextFrom(propagator: W3CTraceContextPropagator, parent: TraceContext | null): Context {
  return parent ? propagator.extract(ROOT_CONTEXT, traceHeaders(parent), defaultTextMapGetter) : ROOT_CONTEXT
}

function exporterFor({ endpoint, headers }: TracesConfig): OTLPTraceExporter {
  return new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: sendWithinMs,
    concurrencyLimit: 2,
  })
}

/** The same exporter; why something could not be sent is said in a word, without its address. */
function heard(exporter: SpanExporter, failed: (why: string) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) failed(wordFor(result.error))
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

function wordFor(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string }
  return typeof code === 'string' || typeof code === 'number' ? String(code) : (name ?? 'unknown')
}
