import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CallOutcome } from '../errors.ts'
import { createAnsweredCalls } from './answered-calls.ts'
import { watchEventLoop } from './event-loop.ts'

/** What the service tells a monitoring system of itself. No label names a company, an account or a key. */
export interface ServiceMetrics {
  registry: Registry
  /** All of it as a page. However many ask, it is made once a second. */
  text: () => Promise<string>
  contentType: string
  /** `operation`: the path of the route, never the one that was asked for. */
  countRequest: (operation: string, method: string, status: number, ms: number) => void
  countPlatformCall: (platform: string, outcome: CallOutcome, ms: number) => void
}

const platformBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Each page is read by a monitoring system, which asks every few seconds. */
const freshForMs = 1_000

export function createMetrics(version: string): ServiceMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectOwnState(registry)
  new Gauge({
    name: 'flightdeck_build_info',
    help: 'Always 1; the labels say which version runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1)
  const answered = createAnsweredCalls()
  const platformCalls = new Counter({
    name: 'flightdeck_platform_calls_total',
    help: 'Calls to ad platforms from this process, by how they ended.',
    labelNames: ['platform', 'outcome'],
    registers,
  })
  const platformSeconds = new Histogram({
    name: 'flightdeck_platform_call_seconds',
    help: "How long calls to ad platforms took, with the wait for the account's allowance.",
    labelNames: ['platform'],
    buckets: platformBuckets,
    registers,
  })
  const made = async () => `${await registry.metrics()}\n${answered.text()}`
  let page: { at: number; text: Promise<string> } | null = null
  return {
    registry,
    contentType: registry.contentType,
    text() {
      if (!page || performance.now() - page.at >= freshForMs) page = { at: performance.now(), text: made() }
      return page.text
    },
    countRequest: answered.count,
    countPlatformCall(platform, outcome, ms) {
      platformCalls.inc({ platform, outcome })
      platformSeconds.observe({ platform }, ms / 1000)
    },
  }
}

/** As prom-client tells it, but for the event loop: so long a time it never looks there. */
const neverMs = 2 ** 40

function collectOwnState(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs })
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag_')) registry.removeSingleMetric(name)
  }
  watchEventLoop([registry])
}
