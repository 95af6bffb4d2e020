import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A span as a collector gets it. */
export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  role: string
  attributes: Record<string, unknown>
}

interface WireAttribute {
  key: string
  value: Record<string, unknown>
}

interface WireSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: WireAttribute[]
}

interface WireBody {
  resourceSpans: { resource: { attributes: WireAttribute[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}

/** An OpenTelemetry collector: takes OTLP over HTTP. One that hangs accepts and says nothing; one that is busy refuses so many. */
export async function startCollector({ hangs = false, busyFor = 0 } = {}) {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    if (hangs) return
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      if (requests <= busyFor) return void response.writeHead(503).end()
      texts.push(text)
      spans.push(...spansIn(JSON.parse(text) as WireBody))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, spans, texts, requests: () => requests }
}

function spansIn({ resourceSpans }: WireBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const role = String(valuesOf(resource.attributes)['flightdeck.role'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes }) => ({
        ...{ name, traceId, spanId, parentSpanId, role, attributes: valuesOf(attributes) },
      })),
    )
  })
}

function valuesOf(attributes: WireAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
