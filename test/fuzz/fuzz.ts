import { createRandom } from '../../sandbox/core/figures/random.ts'
import type { Random } from '../../sandbox/core/figures/random.ts'
import { operations } from '../../src/api/index.ts'
import type { Operation } from '../../src/call/operation.ts'
import { makeRequest } from './requests.ts'
import type { FuzzRequest } from './requests.ts'
import { sendFuzz } from './send.ts'
import type { Sent } from './send.ts'
import type { FuzzedService } from './start-service.ts'
import { surveyWorld } from './world.ts'

export interface FuzzReport {
  requests: number
  seconds: number
  /** Answers that must not be: 500, no answer in time, no health. */
  failures: string[]
  /** Exceptions that escaped their request. */
  escaped: string[]
  /** By operation, then by status; 0 where somebody hung up. */
  statuses: Map<string, Map<number, number>>
  /** 502 and 503 are the platform's refusals: how often each was said. */
  refusals: Map<string, number>
  loop: { maxMs: number; during: string }
  heap: { beforeBytes: number; afterBytes: number }
  /** The calls that took longest, worst first. */
  slowest: { ms: number; what: string }[]
}

const together = 8
/** Between two looks at the event loop: few enough that the culprit can be told. */
const windowSize = 24
const healthEvery = 10

/** So much of the run passes before memory is measured first: caches fill, code is compiled. */
const warmUpShare = 0.25

export async function fuzz(service: FuzzedService, count: number, seed: number): Promise<FuzzReport> {
  const random = createRandom(seed)
  const turns = inTurns(operations, random)
  const world = await surveyWorld(service)
  const keys = { own: service.key, stranger: service.strangerKey }
  const report: FuzzReport = {
    ...{ requests: 0, seconds: 0, failures: [], escaped: service.escaped, statuses: new Map(), refusals: new Map() },
    loop: { maxMs: 0, during: '' },
    heap: { beforeBytes: 0, afterBytes: 0 },
    slowest: [],
  }
  const from = performance.now()
  await service.loop()
  for (let windows = 0; report.requests < count && !service.hasEnded(); windows++) {
    const requests = Array.from({ length: Math.min(windowSize, count - report.requests) }, () =>
      makeRequest(turns.next(), random, world, keys),
    )
    const sent = await sendTogether(service.url, requests)
    report.requests += requests.length
    for (const [at, request] of requests.entries()) note(report, request, sent[at]!)
    if (service.hasEnded()) break
    await lookAtLoop(service, report, requests, sent)
    if (windows % healthEvery === 0) await lookAtHealth(service, report)
    if (report.heap.beforeBytes === 0 && report.requests >= count * warmUpShare) {
      report.heap.beforeBytes = await service.heap()
    }
  }
  report.seconds = (performance.now() - from) / 1000
  if (service.hasEnded()) report.failures.push(`The service ended: ${service.output()}`)
  else report.heap.afterBytes = await service.heap()
  return report
}

/** Every operation has its turn before one has a second, in an order that nobody chose. */
function inTurns(all: readonly Operation[], random: Random): { next(): Operation } {
  let waiting: Operation[] = []
  return {
    next() {
      if (waiting.length === 0) waiting = [...all]
      return waiting.splice(random.integer(0, waiting.length - 1), 1)[0]!
    },
  }
}

async function sendTogether(url: string, requests: FuzzRequest[]): Promise<Sent[]> {
  const sent: Sent[] = []
  const queue = requests.entries()
  const lane = async () => {
    for (const [at, request] of queue) sent[at] = await sendFuzz(url, request)
  }
  await Promise.all(Array.from({ length: together }, lane))
  return sent
}

const shownSlowest = 8

function note(report: FuzzReport, request: FuzzRequest, { status, text, ms }: Sent): void {
  if (ms > (report.slowest[shownSlowest - 1]?.ms ?? 0)) {
    report.slowest.push({ ms, what: `${status} ${describe(request)}` })
    report.slowest.sort((a, b) => b.ms - a.ms).splice(shownSlowest)
  }
  const statuses = report.statuses.get(request.operation) ?? new Map<number, number>()
  report.statuses.set(request.operation, statuses.set(status, (statuses.get(status) ?? 0) + 1))
  if (status === 502 || status === 503) {
    const said = /"message":"((?:[^"\\]|\\.){0,160})/.exec(text)?.[1] ?? text.slice(0, 160)
    const name = `${status} ${request.operation}: ${said}`
    report.refusals.set(name, (report.refusals.get(name) ?? 0) + 1)
  }
  if (status === 500 || text === 'no answer in time')
    report.failures.push(`${status || text} to ${describe(request)}\n  ${text}`)
}

function describe({ method, path, headers, body, hangUpAfter }: FuzzRequest): string {
  const cut = hangUpAfter === null ? '' : ` (hung up after ${hangUpAfter} bytes)`
  const sent = body ? ` ${headers['content-type']} ${body.length} bytes: ${body.toString().slice(0, 600)}` : ''
  return `${method} ${path.slice(0, 600)}${cut}${sent}`
}

async function lookAtLoop(
  service: FuzzedService,
  report: FuzzReport,
  requests: FuzzRequest[],
  sent: Sent[],
): Promise<void> {
  const maxMs = await service.loop()
  if (maxMs <= report.loop.maxMs) return
  const slowest = sent.reduce((worst, each, at) => (each.ms > sent[worst]!.ms ? at : worst), 0)
  report.loop = { maxMs, during: describe(requests[slowest]!) }
}

async function lookAtHealth(service: FuzzedService, report: FuzzReport): Promise<void> {
  const answer = await fetch(`${service.url}/v1/health`).catch((error: unknown) => String(error))
  if (typeof answer === 'string')
    return void report.failures.push(`no health after ${report.requests} requests: ${answer}`)
  if (answer.status !== 200) report.failures.push(`health is ${answer.status} after ${report.requests} requests`)
  await answer.text()
}
