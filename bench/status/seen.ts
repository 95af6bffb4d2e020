import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { pairedRatio } from '../measure.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { throughput } from './status.ts'

/** The first round warms the code up. Short and many: what else the machine does falls on neighbours alike. */
const rounds = 13
const seconds = 2

const ways = ['off', 'seen', 'traced'] as const

interface Watched {
  service: BenchService
  batchId: number
  perSecond: number[]
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
        const { service, batchId, perSecond } = watched[way]
        perSecond.push(await throughput(`${service.url}/v1/batch-status/${batchId}`, service.key, seconds))
      }
    }
    for (const way of ways) {
      const { service, perSecond } = watched[way]
      perSecond.shift()
      say(`calls per second, ${way}: ${perSecond.map(Math.round).join(', ')}`)
      await service.remove()
    }
    collector.kill()
    const cost = (way: 'seen' | 'traced') => {
      const { ratio, error } = pairedRatio(watched[way].perSecond, watched.off.perSecond)
      return { value: (1 - ratio) * 100, unit: '%', note: `give or take ${(error * 100).toFixed(1)}` }
    }
    return [
      { what: 'metrics and access log cost', ...cost('seen'), atMost: 3 },
      { what: 'traces cost', ...cost('traced'), atMost: 10 },
    ]
  },
}

async function watch(settings: Record<string, string>): Promise<Watched> {
  // Into a file, as where it runs for good: lines that the measuring process reads would cost it time.
  const service = await benchService(settings, undefined, join(tmpdir(), `flightdeck-seen-${process.pid}.log`))
  return { service, batchId: await launchOne(service), perSecond: [] }
}
