import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../src/lookup.ts'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { meanRatio, median, pairedRatio } from '../measure.ts'
import { processorMs } from '../processor.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { ask } from './ask.ts'

/** A process has luck of its own, in what is compiled when and lies where, worth some hundredths: so each way is started so often. */
const crews = 8
/** The first round of a crew warms the code up. */
const rounds = 9
/** Within a round the three are asked in short turns: what else the machine does, and its pauses, falls on all of them alike. */
const turns = 16
const callsOfTurn = 200

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
    const each: Crew[] = []
    for (let crew = 0; crew < crews; crew++) each.push(await watchCrew(endpoint))
    for (const way of ways) {
      const middle = each.map((crew) => median(crew[way].callMs) * 1000)
      say(`processor time of a call in us, ${way}: ${middle.map(Math.round).join(', ')}`)
    }
    collector.kill()
    // Calls per second are also what the collector and who asks leave of the same cores: what is held is the service's own time.
    return [
      { what: 'metrics and access log: processor time of the service', ...moreTime(each, 'seen'), atMost: 3 },
      { what: 'traces: processor time of the service', ...moreTime(each, 'traced'), atMost: 10 },
      { what: 'metrics and access log: calls per second', ...fewerCalls(each, 'seen') },
      { what: 'traces: calls per second', ...fewerCalls(each, 'traced') },
    ]
  },
}

type Crew = Record<(typeof ways)[number], Watched>

/** One process of each way, asked in turns, then gone. */
async function watchCrew(endpoint: string): Promise<Crew> {
  const crew = {
    off: await watch({}),
    seen: await watch({ METRICS: 'on', LOG_LEVEL: 'info' }),
    traced: await watch({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  }
  for (let round = 0; round < rounds; round++) await askInTurns(crew)
  for (const way of ways) {
    const { service, perSecond, callMs } = crew[way]
    perSecond.shift()
    callMs.shift()
    await service.remove()
  }
  return crew
}

function moreTime(each: Crew[], way: 'seen' | 'traced') {
  const { ratio, error } = crewRatio(each, ({ callMs }) => callMs, way)
  return { value: (ratio - 1) * 100, unit: '% more', note: giveOrTake(error) }
}

function fewerCalls(each: Crew[], way: 'seen' | 'traced') {
  const { ratio, error } = crewRatio(each, ({ perSecond }) => perSecond, way)
  return { value: (1 - ratio) * 100, unit: '% fewer', note: giveOrTake(error) }
}

/** By crew: the rounds of one share its luck. */
function crewRatio(each: Crew[], of: (watched: Watched) => number[], way: 'seen' | 'traced') {
  const ratios = each.map((crew) => pairedRatio(of(crew[way]), of(crew.off)).ratio)
  return meanRatio(ratios)
}

function giveOrTake(error: number): string {
  return `give or take ${(error * 100).toFixed(1)}`
}

async function askInTurns(crew: Crew): Promise<void> {
  const all = ways.map((way) => crew[way])
  const before = all.map(({ service }) => processorOf(service))
  const seconds = all.map(() => 0)
  for (let turn = 0; turn < turns; turn++) {
    // Always after each other in a circle: whoever came twice in a row would find its code and data still at hand.
    for (const [index, { service, batchId }] of all.entries()) {
      seconds[index]! += await ask(`${service.url}/v1/batch-status/${batchId}`, service.key, callsOfTurn)
    }
  }
  await pause(settleMs)
  for (const [index, { service, perSecond, callMs }] of all.entries()) {
    const calls = turns * callsOfTurn
    perSecond.push(calls / seconds[index]!)
    callMs.push((processorOf(service) - before[index]!) / calls)
  }
}

function processorOf({ child }: BenchService): number {
  return processorMs(required(child.pid, 'process'))
}

async function watch(settings: Record<string, string>): Promise<Watched> {
  // Into a file, as where it runs for good: lines that the measuring process reads would cost it time.
  const service = await benchService(settings, undefined, join(tmpdir(), `flightdeck-seen-${process.pid}.log`))
  return { service, batchId: await launchOne(service), perSecond: [], callMs: [] }
}
