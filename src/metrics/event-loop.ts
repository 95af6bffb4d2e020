import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** How often it is looked whether the event loop comes in time: each look wakes the process up. */
const sampleEveryMs = 100
const sampleNanoseconds = sampleEveryMs * 1e6

type Delays = ReturnType<typeof monitorEventLoopDelay>

interface Reading {
  name: string
  help: string
  nanoseconds: (delays: Delays) => number
}

/** What was measured is the time from one look to the next. */
const beyond = (nanoseconds: number): number => Math.max(0, nanoseconds - sampleNanoseconds)

const readings: readonly Reading[] = [
  { name: 'min', help: 'The minimum recorded event loop delay.', nanoseconds: ({ min }) => beyond(min) },
  { name: 'max', help: 'The maximum recorded event loop delay.', nanoseconds: ({ max }) => beyond(max) },
  { name: 'mean', help: 'The mean of the recorded event loop delays.', nanoseconds: ({ mean }) => beyond(mean) },
  {
    name: 'stddev',
    help: 'The standard deviation of the recorded event loop delays.',
    nanoseconds: ({ stddev }) => stddev,
  },
  ...[50, 90, 99].map((percentile) => ({
    name: `p${percentile}`,
    help: `The ${percentile}th percentile of the recorded event loop delays.`,
    nanoseconds: (delays: Delays) => beyond(delays.percentile(percentile)),
  })),
]

/**
 * How late the event loop comes to what waits for it, since somebody asked before. prom-client, whose names these are, looks ten times
 * as often, which takes half a hundredth of a core where nothing is done, and tells its own 10 ms as lag.
 */
export function watchEventLoop(registers: Registry[]): void {
  const delays = monitorEventLoopDelay({ resolution: sampleEveryMs })
  delays.enable()
  // The first of them sets them all: they are read in this order.
  const latest = new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'Lag of event loop in seconds.',
    registers,
    collect() {
      const from = performance.now()
      setImmediate(() => latest.set((performance.now() - from) / 1000))
      // Asked again before the next look, what was told last still holds.
      if (delays.count === 0) return
      for (const { gauge, nanoseconds } of told) gauge.set(nanoseconds(delays) / 1e9)
      delays.reset()
    },
  })
  const told = readings.map(({ name, help, nanoseconds }) => {
    return { gauge: new Gauge({ name: `nodejs_eventloop_lag_${name}_seconds`, help, registers }), nanoseconds }
  })
}
