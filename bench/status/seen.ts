import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../src/lookup.ts'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { pairedRatio } from '../measure.ts'
import { processorMs } from '../processor.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { throughput } from './status.ts'

/** The first round warms the code up. Short and many: what else the machine does falls on neighbours alike. */
const rounds = 13
const seconds = 2

/** What was gathered in a round has gone out after so long. */
const settleMs = 1_200

const ways = ['off', 'seen', 'traced'] as const

interface Watched {
  service: BenchService
  batchId: number
  perSecond: number[]
  /** Processor time of the service for a call. */
  callMs: number[]
}

/** What being watched costs: the same call to three services, in turns. */
export const seenBench: Bench = {
  name: 'seen',
  about: 'GET /v1/batch-status/{id} with metrics and the access log, and with traces, against neither',
  async run(say) {
    const collector = spawn(process.execPath, [join(import.meta.dirname, 'collector.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [address] = (await once(collector.stdout, 'data')) as [Buffer]
    const endpoint = address.toString().trim()
    const watched = {
      off: await watch({}),
      seen: await watch({ METRICS: 'on', LOG_LEVEL: 'info' }),
      traced: await watch({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
    }
    for (let round = 0; round < rounds; round++) {
      // Taking turns in the order too.
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        await askFor(watched[way])
      }
    }
    for (const way of ways) {
      const { service, perSecond, callMs } = watched[way]
      perSecond.shift()
      callMs.shift()
      say(`calls per second, ${way}: ${perSecond.map(Math.round).join(', ')}`)
      say(`processor time of a call in us, ${way}: ${callMs.map((ms) => Math.round(ms * 1000)).join(', ')}`)
      await service.remove()
    }
    collector.kill()
    // Calls per second are also what the collector and who asks leave of the same cores: what is held is the service's own time.
    return [
      { what: 'metrics and access log: processor time of the service', ...moreTime(watched, 'seen'), atMost: 3 },
      { what: 'traces: processor time of the service', ...moreTime(watched, 'traced'), atMost: 10 },
      { what: 'metrics and access log: calls per second', ...fewerCalls(watched, 'seen') },
      { what: 'traces: calls per second', ...fewerCalls(watched, 'traced') },
    ]
  },
}

type AllWatched = Record<(typeof ways)[number], Watched>

function moreTime(watched: AllWatched, way: 'seen' | 'traced') {
  const { ratio, error } = pairedRatio(watched[way].callMs, watched.off.callMs)
  return { value: (ratio - 1) * 100, unit: '% more', note: giveOrTake(error) }
}

function fewerCalls(watched: AllWatched, way: 'seen' | 'traced') {
  const { ratio, error } = pairedRatio(watched[way].perSecond, watched.off.perSecond)
  return { value: (1 - ratio) * 100, unit: '% fewer', note: giveOrTake(error) }
}

function giveOrTake(error: number): string {
  return `give or take ${(error * 100).toFixed(1)}`
}

async function askFor({ service, batchId, perSecond, callMs }: Watched): Promise<void> {
  const pid = required(service.child.pid, 'process')
  const from = processorMs(pid)
  const each = await throughput(`${service.url}/v1/batch-status/${batchId}`, service.key, seconds)
  await pause(settleMs)
  perSecond.push(each)
  callMs.push((processorMs(pid) - from) / (each * seconds))
}

async function watch(settings: Record<string, string>): Promise<Watched> {
  // Into a file, as where it runs for good: lines that the measuring process reads would cost it time.
  const service = await benchService(settings, undefined, join(tmpdir(), `flightdeck-seen-${process.pid}.log`))
  return { service, batchId: await launchOne(service), perSecond: [], callMs: [] }
}
