import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  ParentBasedSampler,
  SimpleSpanProcessor,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import { openTracing } from '../../../src/trace/otel.ts'
import type { OpenSpan, SpanStart, Tracing } from '../../../src/trace/tracing.ts'
import { untilTrue } from '../../support/ask-until.ts'
import { startCollector } from '../../support/service/collector.ts'
import { logLines } from '../../support/service/log-lines.ts'
import { pino } from 'pino'

const version = '9.9.9'
const role = 'serve'
const remote = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=1,other=t61rcWkgMzE',
}
const unsent = { traceparent: '00-0af7651916cd43dd8448eb211c80319d-b7ad6b7169203331-00', tracestate: null }

/** What both are asked to tell: every kind, every type of attribute, below what others began and below nothing. */
function tell(tracing: Pick<Tracing, 'begin'>): void {
  const inside = (start: SpanStart, work: (span: OpenSpan) => void = () => undefined, error?: unknown): void => {
    const span = tracing.begin(start)
    span.within(() => work(span))
    span.end(error)
  }
  const attributes = {
    text: 'a "quoted"\nline, 漢字 \u{1F600} \u0007',
    whole: 201,
    part: 0.25,
    below: -7,
    yes: true,
    no: false,
  }
  inside({ name: 'GET /v1/user', kind: 'server', parent: remote, attributes }, () => {
    inside({ name: 'plan' }, (span) => span.set({ later: 'set', 'flightdeck.step': 'x' }))
    inside({ name: 'platform call', kind: 'client' }, undefined, new TypeError('names somebody'))
    inside({ name: 'webhook', kind: 'client' }, undefined, 'no error at all')
  })
  inside({ name: 'job "sync"', kind: 'consumer', parent: null, attributes: {} }, () => inside({ name: 'lane' }))
  inside({ name: 'never sent', kind: 'server', parent: unsent }, () => inside({ name: 'nor what is below it' }))
}

test('what is sent is what the SDK of OpenTelemetry sends', async () => {
  const [ours, theirs] = [await startCollector(), await startCollector()]
  const tracing = openTracing(configOf(ours.url), { role, version, log: pino({}, logLines().to) })
  tell(tracing)
  await tracing.close()
  const sdk = openSdk(theirs.url)
  tell(sdk)
  await sdk.close()
  assert.equal(ours.spans.length, 6)
  assert.deepEqual(comparable(ours.texts), comparable(theirs.texts))
})

test('times are those of the clock, and what is below lies within', async () => {
  const collector = await startCollector()
  const tracing = openTracing(configOf(collector.url), { role, version, log: pino({}, logLines().to) })
  const from = Date.now() - 1
  tell(tracing)
  const to = Date.now() + 1
  await tracing.close()
  const spans = spansIn(collector.texts)
  const within = new Map(spans.map((span) => [span.spanId, span]))
  for (const span of spans) {
    const [start, end] = [span.startTimeUnixNano, span.endTimeUnixNano].map(Number) as [number, number]
    assert.ok(start >= from * 1e6 && start <= end && end <= to * 1e6, JSON.stringify({ from, to, start, end }))
    const above = within.get(span.parentSpanId ?? '')
    if (above) assert.ok(Number(above.startTimeUnixNano) <= start && end <= Number(above.endTimeUnixNano))
  }
})

test('what a collector that is busy refuses is sent again, once, and what it can never take is not', async () => {
  const collector = await startCollector({ busyFor: 1 })
  const log = logLines()
  const tracing = openTracing(configOf(collector.url), { role, version, log: pino({}, log.to) })
  tell(tracing)
  await untilTrue(() => collector.spans.length === 6)
  for (let n = 0; n < 2; n++) tracing.begin({ name: 'x'.repeat(1_500_000), parent: null }).end()
  await tracing.close()
  assert.equal(collector.spans.length, 6)
  assert.deepEqual(
    log.all().map(({ why }) => why),
    ['more waits than is kept', 'more waits than is kept'],
  )
})

test('of traces that begin here the share that was set is sent, each of them whole', async () => {
  const collector = await startCollector()
  const tracing = openTracing(
    { ...configOf(collector.url), ratio: 0.25 },
    { role, version, log: pino({}, logLines().to) },
  )
  for (let n = 0; n < 2_000; n++) {
    const span = tracing.begin({ name: 'job', parent: null })
    span.within(() => tracing.begin({ name: 'lane' }).end())
    span.end()
  }
  await tracing.close()
  const byTrace = Map.groupBy(collector.spans, ({ traceId }) => traceId)
  assert.ok(byTrace.size > 380 && byTrace.size < 630, String(byTrace.size))
  for (const [, spans] of byTrace) assert.equal(spans.length, 2)
})

const configOf = (endpoint: string) => ({ endpoint, headers: {}, serviceName: 'flightdeck', ratio: 1 })

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** The same interface over the SDK, which shares no code with ours. */
function openSdk(endpoint: string) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...{ 'service.name': 'flightdeck', 'service.version': version, 'flightdeck.role': role },
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(1) }),
    spanProcessors: [new SimpleSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  const tracer = provider.getTracer('flightdeck', version)
  const propagator = new W3CTraceContextPropagator()
  let here: Context = ROOT_CONTEXT
  const getter = { get: (carrier: Record<string, string>, key: string) => carrier[key], keys: Object.keys }
  return {
    begin({ name, kind, attributes, parent }: SpanStart): OpenSpan {
      const headers = parent ? { traceparent: parent.traceparent, tracestate: parent.tracestate ?? '' } : {}
      const above = parent === undefined ? here : propagator.extract(ROOT_CONTEXT, headers, getter)
      const span = tracer.startSpan(name, { ...(kind ? { kind: kinds[kind] } : {}), attributes }, above)
      return {
        within(work) {
          const before = here
          here = trace.setSpan(above, span)
          const value = work()
          here = before
          return value
        },
        set: (more) => void span.setAttributes(more),
        rename: (name) => void span.updateName(name),
        end(error) {
          if (error !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR })
            span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
          }
          span.end()
        },
      }
    },
    close: () => provider.shutdown(),
  }
}

interface WireSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  [other: string]: unknown
}

interface WireBody {
  resourceSpans: { resource: object; scopeSpans: { scope: object; spans: WireSpan[] }[] }[]
}

const spansIn = (texts: string[]) =>
  texts.flatMap((text) =>
    (JSON.parse(text) as WireBody).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

/** Without what is drawn or measured, and without counts of what was left out, where nothing was. */
function comparable(texts: string[]) {
  const spans = spansIn(texts).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  const given = new Set([remote.traceparent.split('-')[1], remote.traceparent.split('-')[2]])
  const { resourceSpans } = JSON.parse(texts[0]!) as WireBody
  return {
    resource: withoutEmpty(resourceSpans[0]!.resource),
    scope: resourceSpans[0]!.scopeSpans[0]!.scope,
    spans: spans.map(({ traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano, ...rest }) => ({
      ...withoutEmpty(rest),
      shapes: [/^[0-9a-f]{32}$/, /^[0-9a-f]{16}$/, /^\d{19}$/, /^\d{19}$/].map((shape, n) =>
        shape.test([traceId, spanId, startTimeUnixNano, endTimeUnixNano][n]!),
      ),
      traceId: given.has(traceId) ? traceId : 'drawn',
      above: parentSpanId && !given.has(parentSpanId) ? nameOf.get(parentSpanId) : parentSpanId,
    })),
  }
}

function withoutEmpty(value: object): object {
  const isEmpty = (each: unknown) => each === 0 || (Array.isArray(each) && each.length === 0)
  return Object.fromEntries(Object.entries(value).filter(([key, each]) => key === 'attributes' || !isEmpty(each)))
}
