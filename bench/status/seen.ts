import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { required } from '../../src/lookup.ts'
import { sharedKey } from '../../test/support/service/child-env.ts'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { median, pairedRatio, timed } from '../measure.ts'
import { processorMs } from '../processor.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { ask } from './ask.ts'

/** A process has luck of its own, in what is compiled when and lies where, worth some hundredths: so each way is started so often. */
const crews = 12
/** On a slow machine there are fewer of them, and the interval that is told is wider: none is begun after so long, and none asks on. */
const beginWithinMs = 4.5 * 60_000
const askWithinMs = 5.5 * 60_000
/** Fewer tell nothing of how far apart they lie. */
const fewest = 5
/** The three are asked in short turns: what else the machine does, and its pauses, falls on all of them alike. */
const callsOfTurn = 200
/** What is asked often has been compiled by then. */
const warmUpTurns = 15
const turns = 20

/** What was gathered has gone out after so long. */
const settleMs = 2_500
/** For so long nobody asks: what a process does then, it does beside the calls too. */
const restMs = 1_500

const ways = ['off', 'seen', 'traced'] as const
type Way = (typeof ways)[number]

/** What one process took. */
interface Taken {
  /** Processor time while all three were asked, and what it gathered went out. */
  usedMs: number
  seconds: number
  calls: number
  /** Processor time in a second of rest. */
  restMs: number
  perSecond: number
}

type Crew = Record<Way, Taken>

/** What being watched costs: the same call to three services, in turns. */
export const seenBench: Bench = {
  name: 'seen',
  about: 'GET /v1/batch-status/{id} with metrics and the access log, and with traces, against neither',
  async run(say) {
    const from = performance.now()
    const collector = spawn(process.execPath, [join(import.meta.dirname, 'collector.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [address] = (await once(collector.stdout, 'data')) as [Buffer]
    const folder = await mkdtemp(join(tmpdir(), 'flightdeck-seen-'))
    const stage = { folder, endpoint: address.toString().trim() }
    const each: Crew[] = []
    while (each.length < crews && performance.now() - from < beginWithinMs)
      each.push(await watchCrew(stage, each.length, from + askWithinMs))
    for (const way of ways) {
      const us = callsMs(each, way).map((ms) => Math.round(ms * 1000))
      say(`processor time of a call in us, ${way}: ${us.join(', ')}`)
    }
    for (const way of ways) {
      const ms = each.map((crew) => crew[way].restMs.toFixed(1))
      say(`processor time at rest in ms of a second, ${way}: ${ms.join(', ')}`)
    }
    collector.kill()
    await rm(folder, { recursive: true, force: true })
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

interface Stage {
  /** Where their lines go. */
  folder: string
  endpoint: string
}

interface Served extends BenchService {
  batchId: number
}

/** One process of each way, asked in turns, then gone. */
async function watchCrew(stage: Stage, number: number, until: number): Promise<Crew> {
  // Who comes after whom in the circle changes from crew to crew, and with it whose traces are left in the caches.
  const circle = number % 2 === 0 ? ways : ways.toReversed()
  const order = circle.map((_, place) => required(circle[(place + number) % ways.length], 'way'))
  const services: Served[] = []
  for (const way of order) services.push(await serve(stage, way))
  await askInTurns(services, { turns: warmUpTurns, until })
  const before = services.map(processorOf)
  const from = performance.now()
  const { calls, seconds } = await askInTurns(services, { turns, until })
  await pause(settleMs)
  const after = services.map(processorOf)
  const tookSeconds = (performance.now() - from) / 1000
  const restSeconds = (await timed(() => pause(restMs))) / 1000
  const taken = services.map((service, index): [Way, Taken] => {
    const used = { usedMs: after[index]! - before[index]!, seconds: tookSeconds, calls }
    const restTook = (processorOf(service) - after[index]!) / restSeconds
    return [order[index]!, { ...used, restMs: restTook, perSecond: calls / seconds[index]! }]
  })
  await Promise.all(services.map((service) => service.remove()))
  return Object.fromEntries(taken) as Crew
}

interface Turns {
  turns: number
  /** There is one turn at least, and none is begun later. */
  until: number
}

/** How often each of them was asked, and the seconds that it took. */
async function askInTurns(services: Served[], { turns: wanted, until }: Turns) {
  const seconds = services.map(() => 0)
  let calls = 0
  do {
    // Always after each other in a circle: whoever came twice in a row would find its code and data still at hand.
    for (const [index, { url, key, batchId }] of services.entries())
      seconds[index]! += await ask(`${url}/v1/batch-status/${batchId}`, key, callsOfTurn)
    calls += callsOfTurn
  } while (calls < wanted * callsOfTurn && performance.now() < until)
  return { calls, seconds }
}

/**
 * Processor time of a call, by crew, without what the process does whether it is asked or not: a crew lasts as long as all three are asked
 * and what they gathered goes out, so that it would count several times over, and the more the slower the machine is.
 */
function callsMs(each: Crew[], way: Way): number[] {
  // The middle of all: what comes round every ten seconds falls into some of these rests alone.
  const rest = median(each.map((crew) => crew[way].restMs))
  return each.map(({ [way]: { usedMs, seconds, calls } }) => (usedMs - rest * seconds) / calls)
}

function moreTime(each: Crew[], way: Way) {
  const { ratio, error } = pairedRatio(callsMs(each, way), callsMs(each, 'off'))
  // What is not known is not kept either.
  return { value: each.length < fewest ? NaN : (ratio - 1) * 100, unit: '% more', note: giveOrTake(error, each) }
}

function moreAtRest(each: Crew[], way: Way) {
  return { value: median(each.map((crew) => crew[way].restMs - crew.off.restMs)), unit: 'ms of a second more' }
}

function fewerCalls(each: Crew[], way: Way) {
  const perSecond = (which: Way) => each.map((crew) => crew[which].perSecond)
  const { ratio, error } = pairedRatio(perSecond(way), perSecond('off'))
  return { value: (1 - ratio) * 100, unit: '% fewer', note: giveOrTake(error, each) }
}

/** Twice the standard error: what ever so many processes would tell lies in it in nineteen of twenty runs. */
function giveOrTake(error: number, { length }: Crew[]): string {
  if (length < fewest) return `only ${length} of ${crews} came to their end in time: nobody knows how far off`
  return `give or take ${(2 * error * 100).toFixed(1)}, the middle of ${length}`
}

function processorOf({ child }: BenchService): number {
  return processorMs(required(child.pid, 'process'))
}

const settingsOf = (endpoint: string): Record<Way, Record<string, string>> => ({
  off: {},
  seen: { METRICS: 'on', LOG_LEVEL: 'info' },
  traced: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
})

/** Each on a database of its own: processes that share one count calls in it, in a row for each key that all of these would wait for. */
async function serve({ endpoint, folder }: Stage, way: Way): Promise<Served> {
  const settings = { ...settingsOf(endpoint)[way], ...sharedKey }
  // Into a file, as where it runs for good: lines that the measuring process reads would cost it time.
  const service = await benchService(settings, undefined, join(folder, `${way}.log`))
  return { ...service, batchId: await launchOne(service) }
}
