import { randomFillSync } from 'node:crypto'
import { jsonText } from '../json-text.ts'
import type { Attributes, SpanStart } from './tracing.ts'

/** One span as OpenTelemetry's protocol (OTLP over HTTP, as JSON) has it. */
export interface EndedSpan {
  traceId: string
  spanId: string
  /** Absent: the trace begins with it. */
  parentSpanId?: string | undefined
  /** Another process began what it belongs to. */
  isBelowRemote: boolean
  state: string | null
  name: string
  kind: SpanStart['kind']
  attributes: Attributes
  hasFailed: boolean
  startMicros: number
  endMicros: number
}

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 }
const failed = 2
/** Sampled, and whether the parent is remote is known; then that it is. */
const localFlags = 0x101
const remoteFlags = 0x301

/** Written by hand: making an object of it first, for JSON.stringify to walk, takes three times as long. */
export function spanJson(span: EndedSpan, word: (word: string) => string): string {
  const { parentSpanId, state, kind = 'internal' } = span
  return (
    `{"traceId":"${span.traceId}","spanId":"${span.spanId}",` +
    (parentSpanId === undefined ? '' : `"parentSpanId":"${parentSpanId}",`) +
    (state === null ? '' : `"traceState":${JSON.stringify(state)},`) +
    `"name":${jsonText(span.name)},"kind":${kinds[kind]},` +
    `"startTimeUnixNano":"${span.startMicros}000","endTimeUnixNano":"${span.endMicros}000",` +
    `"attributes":[${attributesJson(span.attributes, word)}],"status":{"code":${span.hasFailed ? failed : 0}},` +
    `"flags":${span.isBelowRemote ? remoteFlags : localFlags}}`
  )
}

/** What stands before and after the spans of one process. */
export function envelopeAround(resource: Attributes, scope: { name: string; version: string }) {
  return {
    head: `{"resourceSpans":[{"resource":{"attributes":[${attributesJson(resource, JSON.stringify)}]},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`,
    tail: ']}]}]}',
  }
}

function attributesJson(attributes: Attributes, word: (word: string) => string): string {
  let text = ''
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined) continue
    text += `${text === '' ? '' : ','}{"key":${word(key)},"value":{${valueJson(value)}}}`
  }
  return text
}

function valueJson(value: string | number | boolean): string {
  if (typeof value === 'string') return `"stringValue":${jsonText(value)}`
  if (typeof value === 'boolean') return `"boolValue":${value}`
  return Number.isInteger(value) ? `"intValue":${value}` : `"doubleValue":${Number.isFinite(value) ? value : 0}`
}

const drawnAtOnce = 4_096

/** Random ids as hexadecimal digits; drawn many at a time. */
export function createIds(): (bytes: 8 | 16) => string {
  const drawn = Buffer.alloc(drawnAtOnce)
  let digits = ''
  let used = 0
  return (bytes) => {
    if (used + 2 * bytes > digits.length) {
      digits = randomFillSync(drawn).toString('hex')
      used = 0
    }
    used += 2 * bytes
    return digits.slice(used - 2 * bytes, used)
  }
}

/** Whether a trace that begins here is among those that are sent: by the last 56 bits of its id, which are random. */
export function isInShare(traceId: string, ratio: number): boolean {
  return ratio >= 1 || Number.parseInt(traceId.slice(-14), 16) >= (1 - ratio) * 2 ** 56
}

/** In whole microseconds since 1970; what lies between two of one process is measured, also where the clock is set. */
export const nowMicros = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000)
