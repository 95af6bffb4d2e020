import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../src/lookup.ts'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { meanRatio, median, pairedRatio, timed } from '../measure.ts'
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
const callsOfRound = turns * callsOfTurn

/** What was gathered in a round has gone out after so long. */
const settleMs = 2_500
/** For so long after each round nobody asks: what a process does then, it does beside the calls too. */
const restMs = 1_000

const ways = ['off', 'seen', 'traced'] as const

interface Watched {
  service: BenchService
  batchId: number
  perSecond: number[]
  /** Of each round: processor time of the service, and how long it went on. */
  rounds: { usedMs: number; seconds: number }[]
  /** Processor time that it takes in a second of rest, by round. */
  restMs: number[]
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
      const middle = each.map((crew) => median(callsMs(crew[way])) * 1000)
      say(`processor time of a call in us, ${way}: ${middle.map(Math.round).join(', ')}`)
    }
    for (const way of ways) {
      const middle = each.map((crew) => median(crew[way].restMs))
      say(`processor time at rest in ms of a second, ${way}: ${middle.map((ms) => ms.toFixed(1)).join(', ')}`)
    }
    collector.kill()
    // Calls per second are also what the collector and who asks leave of the same cores: what is held is the service's own time.
    return [
      { what: 'metrics and access log: processor time of the service', ...moreTime(each, 'seen'), atMost: 3 },
      { what: 'traces: processor time of the service', ...moreTime(each, 'traced'), atMost: 10 },
      { what: 'metrics and access log: at rest', ...moreAtRest(each, 'seen') },
      { what: 'traces: at rest', ...moreAtRest(each, 'traced') },
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
    const { service, perSecond, rounds: asked } = crew[way]
    perSecond.shift()
    asked.shift()
    await service.remove()
  }
  return crew
}

function moreTime(each: Crew[], way: 'seen' | 'traced') {
  const { ratio, error } = crewRatio(each, callsMs, way)
  return { value: (ratio - 1) * 100, unit: '% more', note: giveOrTake(error) }
}

function moreAtRest(each: Crew[], way: 'seen' | 'traced') {
  const more = each.map((crew) => median(crew[way].restMs) - median(crew.off.restMs))
  return { value: median(more), unit: 'ms of a second more' }
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
  const from = performance.now()
  const before = all.map(({ service }) => processorOf(service))
  const seconds = all.map(() => 0)
  for (let turn = 0; turn < turns; turn++) {
    // Always after each other in a circle: whoever came twice in a row would find its code and data still at hand.
    for (const [index, { service, batchId }] of all.entries()) {
      seconds[index]! += await ask(`${service.url}/v1/batch-status/${batchId}`, service.key, callsOfTurn)
    }
  }
  await pause(settleMs)
  const after = all.map(({ service }) => processorOf(service))
  const tookMs = performance.now() - from
  for (const [index, { perSecond, rounds: asked }] of all.entries()) {
    perSecond.push(callsOfRound / seconds[index]!)
    asked.push({ usedMs: after[index]! - before[index]!, seconds: tookMs / 1000 })
  }
  const rest = await timed(() => pause(restMs))
  for (const [index, watched] of all.entries())
    watched.restMs.push((processorOf(watched.service) - after[index]!) / (rest / 1000))
}

/**
 * Processor time of a call, by round, without what the process does whether it is asked or not: a round lasts as long as all three are
 * asked and what they gathered goes out, so that it would count several times over, and the more the slower the machine is.
 */
function callsMs({ rounds: asked, restMs: rests }: Watched): number[] {
  const rest = median(rests)
  return asked.map(({ usedMs, seconds }) => (usedMs - rest * seconds) / callsOfRound)
}

function processorOf({ child }: BenchService): number {
  return processorMs(required(child.pid, 'process'))
}

async function watch(settings: Record<string, string>): Promise<Watched> {
  // Into a file, as where it runs for good: lines that the measuring process reads would cost it time.
  const service = await benchService(settings, undefined, join(tmpdir(), `flightdeck-seen-${process.pid}.log`))
  return { service, batchId: await launchOne(service), perSecond: [], rounds: [], restMs: [] }
}
